import { Agent, request, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export interface Timing {
  status: number;
  tookMs: number;
}

/** Sends a request, and measures the time until its response is complete. Without a response, the status is 0 and the reason is given. */
function send(url: string, options: RequestOptions, content?: string): Promise<Timing & { body: string }> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, body: string) =>
      resolve({ status, body, tookMs: performance.now() - startedMs });
    const fail = (error: Error) => end(0, error.message);
    const call = request(url, { agent, ...options });
    call.once('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('end', () => end(answer.statusCode ?? 0, Buffer.concat(parts).toString()));
      answer.once('error', fail);
    });
    call.once('error', fail);
    call.end(content);
  });
}

/** Posts a form. */
export const post = (url: string, headers: OutgoingHttpHeaders, form: string) =>
  send(
    url,
    { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } },
    form,
  );

/** Requests a text. @param json posted as the body, if set */
export const get = (url: string, json?: string) =>
  send(
    url,
    json === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' } },
    json,
  );

/** Sends requests at a steady rate without waiting for responses: waiting would hide slow ones (coordinated omission). */
export async function sendSteadily<Answer>(
  perSecond: number,
  isOver: (sent: number) => boolean,
  sendOne: (at: number) => Promise<Answer>,
): Promise<Answer[]> {
  const startMs = performance.now();
  const underWay: Promise<Answer>[] = [];
  while (!isOver(underWay.length)) {
    const due = ((performance.now() - startMs) / 1000) * perSecond;
    while (underWay.length < due && !isOver(underWay.length)) underWay.push(sendOne(underWay.length));
    await wait(1);
  }
  return Promise.all(underWay);
}
