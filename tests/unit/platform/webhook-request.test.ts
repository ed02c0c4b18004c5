import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { readWebhook } from '#platform/webhook.ts';
import type { WebhookRequest } from '#platform/webhook-request.ts';
import { listen } from '../../processes.ts';
import { waitFor } from '../../wait-for.ts';
import { failureOf } from '../failure-of.ts';
import { BODY } from './signed-event.ts';

const SECRET = 'a shared secret';
const SIGNATURE = createHmac('sha256', SECRET).update(BODY).digest('base64');
const HEADERS = { 'content-type': 'application/json', 'x-carrier-signature': SIGNATURE };
const EVENT = { eventCode: 'EOL.1002' };

const read = (request: unknown) => readWebhook(request as WebhookRequest, { keys: [{ secret: SECRET }] });
const makeRequest = () =>
  new Request('https://shop.example/', { method: 'POST', headers: HEADERS, body: BODY });

/** What a server of Node gets to do with a pushed event. */
async function receive<Answer>(
  answer: (incoming: IncomingMessage & Record<string, unknown>) => Promise<Answer>,
) {
  let outcome: Promise<Answer> | undefined;
  const server = await listen((incoming, outgoing) => {
    outcome = answer(incoming as IncomingMessage & Record<string, unknown>);
    void outcome.catch(() => null).finally(() => outgoing.end());
  });
  await fetch(server.origin, { method: 'POST', headers: HEADERS, body: BODY });
  await server.close();
  return outcome!;
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('a pushed event is read', () => {
  it('from Node’s request', async () => {
    expect(await receive((incoming) => read(incoming))).toMatchObject(EVENT);
  });

  it('from Node’s request, before a parser of other types that leaves an empty object', async () => {
    expect(await receive((incoming) => read(Object.assign(incoming, { body: {} })))).toMatchObject(EVENT);
  });

  it('from Express’ request with express.raw() or express.text()', async () => {
    for (const form of [(bytes: Buffer) => bytes, String])
      expect(
        await receive(async (incoming) =>
          read(Object.assign(incoming, { body: form(await readAll(incoming)) })),
        ),
      ).toMatchObject(EVENT);
  });

  it('from NestJS’ request, which keeps the raw body beside the parsed one', async () => {
    expect(
      await receive(async (incoming) => {
        const rawBody = await readAll(incoming);
        return read(Object.assign(incoming, { rawBody, body: JSON.parse(String(rawBody)) as unknown }));
      }),
    ).toMatchObject(EVENT);
  });

  it('from Hono’s request, standard or its own', async () => {
    const app = new Hono();
    const told: unknown[] = [];
    app.post('/', async ({ req, body }) => {
      told.push(await read(req.raw));
      return body(null);
    });
    app.post('/own', async ({ req, body }) => {
      told.push(await read(req));
      return body(null);
    });
    for (const path of ['/', '/own'])
      await app.request(path, { method: 'POST', headers: HEADERS, body: BODY });
    expect(told).toMatchObject([EVENT, EVENT]);
  });

  it.each<[string, unknown]>([
    ['bytes, as Fastify’s parser keeps them', { headers: HEADERS, body: Buffer.from(BODY) }],
    ['a text', { headers: HEADERS, body: BODY }],
    ['an array buffer', { headers: new Headers(HEADERS), body: new TextEncoder().encode(BODY).buffer }],
    ['Base64, as functions get it', { headers: HEADERS, body: btoa(BODY), isBase64Encoded: true }],
    ['a stream', { headers: HEADERS, body: new Blob([BODY]).stream() }],
    [
      'headers with lists',
      { headers: { ...HEADERS, 'X-Carrier-Signature': undefined, 'x-other': ['1', '2'] }, body: BODY },
    ],
    [
      'headers in capitals, each a list',
      { headers: { ':path': '/', 'X-Carrier-Signature': [SIGNATURE] }, body: BODY },
    ],
    ['headers as pairs', { headers: Object.entries(HEADERS), body: BODY }],
  ])('from headers and body: %s', async (_, request) => {
    expect(await read(request)).toMatchObject(EVENT);
  });
});

const RAW =
  /^The request's body (has been parsed|has already been read)\. readWebhook needs the raw body, because the signature covers its bytes: /;

describe('a body that isn’t as it came', () => {
  it.each<[string, () => unknown]>([
    [
      'a Request that was read',
      async () => {
        const request = makeRequest();
        await request.json();
        return request;
      },
    ],
    ['parsed', () => ({ headers: HEADERS, body: JSON.parse(BODY) as unknown })],
    ['a parsed list', () => ({ headers: HEADERS, body: [] })],
  ])('is said to be of no use: %s', async (_, make) => {
    await expect(read(await make())).rejects.toMatchObject({
      code: 'settings_invalid',
      message: expect.stringMatching(RAW) as string,
    });
  });

  it('is said to be of no use in Hono, after c.req.json()', async () => {
    const app = new Hono();
    let told: Promise<unknown> | undefined;
    app.post('/', async ({ req, body }) => {
      await req.json();
      told = read(req.raw);
      await told.catch(() => null);
      return body(null);
    });
    await app.request('/', { method: 'POST', headers: HEADERS, body: BODY });
    await expect(told).rejects.toMatchObject({ message: expect.stringMatching(RAW) as string });
  });

  it('is said to be of no use in Express, after express.json(), and in Node', async () => {
    for (const keep of [(bytes: Buffer) => JSON.parse(String(bytes)) as unknown, () => undefined])
      await expect(
        receive(async (incoming) => read(Object.assign(incoming, { body: keep(await readAll(incoming)) }))),
      ).rejects.toMatchObject({ code: 'settings_invalid', message: expect.stringMatching(RAW) as string });
  });

  it.each([[undefined], [null], ['a text'], [7], [{}], [{ headers: 'none' }]])(
    'nor is it a request at all: %j',
    async (request) => {
      await expect(read(request)).rejects.toMatchObject({
        code: 'settings_invalid',
        message:
          'readWebhook takes a request: a Request, an IncomingMessage, or { headers, body } with the raw body.',
      });
    },
  );

  it('is refused if it is none: a GET has no signature', async () => {
    const server = await listen((incoming, outgoing) => {
      void read(incoming).catch((error: { code: string }) => outgoing.end(error.code));
    });
    expect(await (await fetch(server.origin)).text()).toBe('unauthorized');
    await server.close();
    await expect(read(new Request('https://shop.example'))).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('is told if it breaks off', async () => {
    let outcome: Promise<unknown> | undefined;
    const server = await listen((incoming) => void (outcome = failureOf(read(incoming))));
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write('POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 100\r\n\r\n{');
    await waitFor(() => expect(outcome).toBeDefined());
    socket.destroy();
    expect(await outcome).toMatchObject({ code: 'network', message: 'The request broke off.' });
    await server.close();
  });

  it('is malformed if it has too many bytes', async () => {
    const body = 'x'.repeat(300_000);
    for (const request of [
      { headers: HEADERS, body },
      new Request('https://shop.example', { method: 'POST', headers: HEADERS, body }),
    ])
      await expect(read(request)).rejects.toMatchObject({
        code: 'malformed',
        message: 'The request has more than 262144 bytes.',
      });
  });
});
