import { Agent, request, type OutgoingHttpHeaders } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export interface Timing {
  status: number;
  tookMs: number;
}

/** Posts a form, and measures the time until the whole answer; status 0 if there was none. */
export function post(url: string, headers: OutgoingHttpHeaders, body: string): Promise<Timing> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, tookMs: performance.now() - startedMs });
    const call = request(url, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
    });
    call.once('response', (answer) => {
      answer.resume();
      answer.once('end', () => end(answer.statusCode ?? 0));
    });
    call.once('error', () => end(0));
    call.end(body);
  });
}

/** Sends at a steady rate without waiting for answers: waiting would hide slow ones (coordinated omission). */
export async function sendSteadily(
  perSecond: number,
  seconds: number,
  send: () => Promise<Timing>,
): Promise<Timing[]> {
  const startMs = performance.now();
  const total = perSecond * seconds;
  const underWay: Promise<Timing>[] = [];
  while (underWay.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startMs) / 1000) * perSecond) + 1);
    while (underWay.length < due) underWay.push(send());
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return Promise.all(underWay);
}

/** Requests a text; status 0 if there was no answer. @param json is posted, if given */
export function get(url: string, json?: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ status: 0, body: error.message });
    const posted =
      json === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' } };
    const call = request(url, { agent, ...posted });
    call.once('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
      );
      answer.once('error', fail);
    });
    call.once('error', fail);
    call.end(json);
  });
}
