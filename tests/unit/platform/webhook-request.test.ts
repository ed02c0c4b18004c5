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

/** Runs code with a pushed event in a Node server. */
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

describe('Reading a pushed event', () => {
  it('Node’s request is accepted', async () => {
    expect(await receive((incoming) => read(incoming))).toMatchObject(EVENT);
  });

  it('Node’s request is accepted even if a parser for other types left an empty object as its body', async () => {
    expect(await receive((incoming) => read(Object.assign(incoming, { body: {} })))).toMatchObject(EVENT);
  });

  it('Express’ request is accepted with express.raw() or express.text()', async () => {
    for (const form of [(bytes: Buffer) => bytes, String])
      expect(
        await receive(async (incoming) =>
          read(Object.assign(incoming, { body: form(await readAll(incoming)) })),
        ),
      ).toMatchObject(EVENT);
  });

  it('NestJS’ request is accepted, with its raw body beside the parsed one', async () => {
    expect(
      await receive(async (incoming) => {
        const rawBody = await readAll(incoming);
        return read(Object.assign(incoming, { rawBody, body: JSON.parse(String(rawBody)) as unknown }));
      }),
    ).toMatchObject(EVENT);
  });

  it('Hono’s request is accepted, standard or wrapped', async () => {
    const app = new Hono();
    const events: unknown[] = [];
    app.post('/', async ({ req, body }) => {
      events.push(await read(req.raw));
      return body(null);
    });
    app.post('/own', async ({ req, body }) => {
      events.push(await read(req));
      return body(null);
    });
    for (const path of ['/', '/own'])
      await app.request(path, { method: 'POST', headers: HEADERS, body: BODY });
    expect(events).toMatchObject([EVENT, EVENT]);
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
  ])('headers and body are accepted as %s', async (_, request) => {
    expect(await read(request)).toMatchObject(EVENT);
  });
});

const RAW =
  /^The request's body (has been parsed|has already been read)\. readWebhook needs the raw body, because the signature covers its bytes: /;

describe('A body that isn’t the raw body', () => {
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
  ])('%s is refused', async (_, make) => {
    await expect(read(await make())).rejects.toMatchObject({
      code: 'settings_invalid',
      message: expect.stringMatching(RAW) as string,
    });
  });

  it('Hono’s request is refused after c.req.json()', async () => {
    const app = new Hono();
    let event: Promise<unknown> | undefined;
    app.post('/', async ({ req, body }) => {
      await req.json();
      event = read(req.raw);
      await event.catch(() => null);
      return body(null);
    });
    await app.request('/', { method: 'POST', headers: HEADERS, body: BODY });
    await expect(event).rejects.toMatchObject({ message: expect.stringMatching(RAW) as string });
  });

  it('a request of Express is refused after express.json(), and one of Node after it was read', async () => {
    for (const cache of [(bytes: Buffer) => JSON.parse(String(bytes)) as unknown, () => undefined])
      await expect(
        receive(async (incoming) => read(Object.assign(incoming, { body: cache(await readAll(incoming)) }))),
      ).rejects.toMatchObject({ code: 'settings_invalid', message: expect.stringMatching(RAW) as string });
  });

  it.each([[undefined], [null], ['a text'], [7], [{}], [{ headers: 'none' }]])(
    '%j is refused because it isn’t a request',
    async (request) => {
      await expect(read(request)).rejects.toMatchObject({
        code: 'settings_invalid',
        message:
          'readWebhook takes a request: a Request, an IncomingMessage, or { headers, body } with the raw body.',
      });
    },
  );

  it('a GET without a body is refused because it has no signature', async () => {
    const server = await listen((incoming, outgoing) => {
      void read(incoming).catch((error: { code: string }) => outgoing.end(error.code));
    });
    expect(await (await fetch(server.origin)).text()).toBe('unauthorized');
    await server.close();
    await expect(read(new Request('https://shop.example'))).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('a request whose connection closes too early is reported', async () => {
    let outcome: Promise<unknown> | undefined;
    const server = await listen((incoming) => void (outcome = failureOf(read(incoming))));
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write('POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 100\r\n\r\n{');
    await waitFor(() => expect(outcome).toBeDefined());
    socket.destroy();
    expect(await outcome).toMatchObject({
      code: 'network',
      message: 'The connection closed before the whole request had arrived.',
    });
    await server.close();
  });

  it('a body with too many bytes is malformed', async () => {
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
