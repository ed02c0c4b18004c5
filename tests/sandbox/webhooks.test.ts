import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readWebhook, type WebhookEvent, type WebhookOptions } from '#platform/webhook.ts';
import { listen } from '../processes.ts';
import { RETURNS, startCarrier, type TestCarrier, like } from './carrier-client.ts';

const SECRET = 'shared-secret-of-this-test';
const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const close of toClose.splice(0)) await close();
});

interface Pushed {
  headers: IncomingMessage['headers'];
  body: string;
}

/** Starts a shop's server that records pushes, and a carrier that pushes to it. @param answer its status; null for no answer */
async function startPushing(
  environment: Record<string, string>,
  answer: (pushed: Pushed) => number | null = () => 200,
) {
  const pushed: Pushed[] = [];
  const server = await listen((request, response) => {
    void text(request).then((body) => {
      const push = { headers: request.headers, body };
      pushed.push(push);
      const status = answer(push);
      if (status !== null) response.writeHead(status).end();
    });
  });
  const carrier = await startCarrier({ SANDBOX_WEBHOOK_URL: `${server.origin}/events`, ...environment });
  toClose.push(carrier.close, () => server.close());
  return { carrier, pushed };
}

const toRequest = ({ headers, body }: Pushed, changed = body) =>
  new Request('http://shop.example/events', {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: changed,
  });
const codesOf = (pushed: readonly Pushed[]) =>
  pushed.map(({ body }) => (JSON.parse(body) as WebhookEvent).eventCode);
/** Repeats an expectation until it holds. */
const eventually = <Value>(read: () => Value) => expect.poll(read);
const advance = (carrier: TestCarrier, hours: number) => carrier.control('POST', 'clock/advance', { hours });

describe('Pushed events', () => {
  it('each once, when it is due, with the data of tracking', async () => {
    const { carrier, pushed } = await startPushing({ SANDBOX_WEBHOOK_SECRET: SECRET });
    const number = await carrier.ship({ references: { custom: { order: 'FL-1042' } } });
    await eventually(() => codesOf(pushed)).toEqual(['CRE.1001']);
    await advance(carrier, 100);
    await eventually(() => pushed.length).toBe(8);
    const { events } = (await carrier.track(number)).parcels[0]!;
    const read = await Promise.all(
      pushed.map((push) => readWebhook(toRequest(push), { keys: [{ secret: SECRET }] })),
    );
    const pushedEvents = read
      .map(({ eventId, eventCode, timestamp, location }) => ({
        eventId,
        eventCode,
        time: Date.parse(timestamp),
        location,
      }))
      .sort((a, b) => a.time - b.time);
    expect(pushedEvents).toEqual(
      events.map(({ eventId, eventCode, eventTimestamp, location }) => ({
        eventId,
        eventCode,
        time: Date.parse(eventTimestamp),
        location,
      })),
    );
    expect(read[0]).toMatchObject({
      trackingNumber: number,
      customerReference: 'FL-1042',
      shipment: { type: 'OUTBOUND' },
      timestamp: like(/\.\d{9}Z$/),
    });
    expect(pushed[0]!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-carrier-topic': 'Shipment.Tracking',
      'x-carrier-event-id': read[0]!.eventId,
      'x-carrier-api-version': '2024-06-01',
    });
    await advance(carrier, 1_000);
    await carrier.ship();
    await eventually(() => pushed.length).toBe(9);
  });

  it('a return’s have its order number', async () => {
    const { carrier, pushed } = await startPushing({ SANDBOX_WEBHOOK_SECRET: SECRET });
    const sender = { firstName: 'Ida', lastName: 'Lis', email: 'ida@fern.example', phone: '+48500000101' };
    await carrier.request('POST', RETURNS, { sender, references: { orderNumber: 'FL-1042' } });
    await eventually(() => codesOf(pushed)).toEqual(['CRE.1001']);
    expect(JSON.parse(pushed[0]!.body)).toMatchObject({ customerReference: 'FL-1042' });
  });

  it('retried after failures on the known schedule, then dropped', async () => {
    // Let the sandbox look for due events only when this test says so. It then sends its requests immediately.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { fetch } = globalThis;
    const url = 'http://127.0.0.1:9/events';
    const pushed: RequestInit[] = [];
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      if (input !== url) return fetch(input, init);
      pushed.push(init);
      return Promise.resolve(new Response(null, { status: 204 }));
    });
    const carrier = await startCarrier({ SANDBOX_WEBHOOK_URL: url, SANDBOX_WEBHOOK_SECRET: SECRET });
    toClose.push(carrier.close);
    const pushedAfter = async (seconds: number) => {
      await advance(carrier, seconds / 3_600);
      vi.runOnlyPendingTimers();
      return pushed.length;
    };
    await carrier.ship();
    expect(await pushedAfter(0)).toBe(1);
    for (const [index, seconds] of [15, 30, 60, 300, 1_800].entries()) {
      expect(await pushedAfter(seconds - 1)).toBe(index + 1);
      expect(await pushedAfter(1.5)).toBe(index + 2);
    }
    expect(await pushedAfter(7_200)).toBe(6);
    expect(new Set(pushed.map((push) => JSON.stringify(push))).size).toBe(1);
  });

  it('a failed one is retried while others succeed', async () => {
    let failures = 1;
    const { carrier, pushed } = await startPushing({ SANDBOX_WEBHOOK_SECRET: SECRET }, () =>
      failures-- > 0 ? 500 : 200,
    );
    await carrier.ship();
    await eventually(() => pushed.length).toBe(1);
    await carrier.ship();
    await eventually(() => pushed.length).toBe(2);
    await advance(carrier, 16 / 3_600);
    await eventually(() => pushed.length).toBe(3);
    expect(pushed[2]!.body).toBe(pushed[0]!.body);
    expect(pushed[1]!.body).not.toBe(pushed[0]!.body);
  });

  it('sent while another push waits for its answer', async () => {
    let first = true;
    const { carrier, pushed } = await startPushing({ SANDBOX_WEBHOOK_SECRET: SECRET }, () => {
      if (!first) return 200;
      first = false;
      return null;
    });
    await carrier.ship();
    await eventually(() => pushed.length).toBe(1);
    await carrier.ship();
    // Expect it before the first push times out.
    await expect.poll(() => pushed.length).toBe(2);
  });
});

describe('Signatures of pushed events', () => {
  it.each<[string, Record<string, string>, WebhookOptions]>([
    [
      'its body with a secret',
      { SANDBOX_WEBHOOK_SECRET: SECRET },
      { keys: [{ secret: SECRET }], signed: 'body' },
    ],
    [
      'its time and body with a secret',
      { SANDBOX_WEBHOOK_SECRET: SECRET, SANDBOX_WEBHOOK_SIGNED: 'timestamped' },
      { keys: [{ secret: SECRET }], signed: 'timestamped' },
    ],
    [
      'its body with a key',
      { SANDBOX_WEBHOOK_KEY: rsa.privateKey },
      { keys: [{ publicKey: rsa.publicKey }], signed: 'body' },
    ],
    [
      'its time and body with a key on one line, with another header prefix',
      {
        SANDBOX_WEBHOOK_KEY: rsa.privateKey.replaceAll('\n', '\\n'),
        SANDBOX_WEBHOOK_SIGNED: 'timestamped',
        SANDBOX_WEBHOOK_PREFIX: 'x-own-',
      },
      { keys: [{ publicKey: rsa.publicKey }], signed: 'timestamped' },
    ],
  ])('signed by %s', async (_how, environment, options) => {
    const { carrier, pushed } = await startPushing(environment);
    await carrier.ship();
    await eventually(() => pushed.length).toBe(1);
    const [first] = pushed;
    await expect(readWebhook(toRequest(first!), options)).resolves.toMatchObject({ eventCode: 'CRE.1001' });
    await expect(readWebhook(toRequest(first!, `${first!.body} `), options)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    const signed = options.signed === 'body' ? 'timestamped' : 'body';
    await expect(readWebhook(toRequest(first!), { ...options, signed })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });
});
