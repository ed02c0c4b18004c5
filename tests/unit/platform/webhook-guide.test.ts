import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeError } from '#platform/describe-error.ts';
import { AppError } from '#platform/errors.ts';
import { readWebhook } from '#platform/webhook.ts';
import { compileLines, readSnippets } from '../../guide-snippets.ts';
import { BODY } from './signed-event.ts';

const GUIDE = readFileSync('docs/sending.md', 'utf8');
const SECRET = 'signed-by-the-carrier';
type Receive = (request: unknown) => Promise<number>;
type Values = Record<string, unknown>;

/** Runs code without its imports. @param result expression at its end */
function run<Result>(code: string, values: Values, result: string): Promise<Result> {
  const lines = code.replaceAll(/^import .*$|^export (?=const|async)/gm, '');
  return compileLines<unknown[], Result>(
    Object.keys(values),
    `${lines}\nreturn ${result};`,
  )(...Object.values(values));
}

const snippet = (language: string, holding: string) =>
  readSnippets(GUIDE, language).find((each) => each.includes(holding))!;

const logged: string[] = [];
/** The guide's `receive` and `server`, in a shop with this secret. */
const followGuide = (secret: string | undefined) =>
  run<{ receive: Receive; server: Server; received: Map<string, unknown> }>(
    snippet('js', 'async function receive'),
    {
      ...{ createServer, AppError, describeError, readWebhook },
      console: { error: (line: unknown) => logged.push(String(line)) },
      process: { env: { WEBHOOK_SECRET: secret, WEBHOOK_PORT: '0' } },
    },
    '{ receive, server, received }',
  );

const servers: Server[] = [];
beforeEach(() => void logged.splice(0));
afterEach(() => servers.splice(0).forEach((server) => void server.close()));

async function open(server: Server): Promise<string> {
  servers.push(server);
  if (!server.listening) await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
}

const signature = createHmac('sha256', SECRET).update(BODY).digest('base64');
const push = (url: string, headers: Record<string, string> = { 'x-carrier-signature': signature }) =>
  fetch(url, { method: 'POST', body: BODY, headers: { 'content-type': 'application/json', ...headers } });

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Opens the guide's lines for a framework. */
const FRAMEWORKS: Record<string, (receive: Receive) => Promise<Server>> = {
  async Hono(receive) {
    const app = new Hono();
    await run(snippet('javascript', '// Hono'), { app, receive }, 'null');
    return serve({ fetch: app.fetch, port: 0 }) as Server;
  },
  async Next(receive) {
    const post = await run<(request: Request) => Promise<Response>>(
      snippet('javascript', '// Next'),
      { receive },
      'POST',
    );
    return serve({ fetch: new Hono().post('/events', ({ req }) => post(req.raw)).fetch, port: 0 }) as Server;
  },
  async Express(receive) {
    type Handler = (
      request: IncomingMessage,
      response: { sendStatus: (status: number) => void },
    ) => Promise<void>;
    let handle: Handler;
    const app = { post: (_: string, handler: Handler) => void (handle = handler) };
    await run(snippet('javascript', '// Express'), { app, receive }, 'null');
    return createServer((incoming, outgoing) => {
      if (incoming.method !== 'POST') return outgoing.writeHead(404).end();
      const sendStatus = (status: number) => outgoing.writeHead(status).end(String(status));
      void handle(incoming, { sendStatus });
      return outgoing;
    }).listen(0);
  },
  async Fastify(receive) {
    type Parser = (request: unknown, body: Buffer, done: (error: null, body: unknown) => void) => void;
    type Reply = { code: (status: number) => Reply; send: () => void };
    type Handler = (request: object, reply: Reply) => Promise<void>;
    let handle: Handler;
    let parse: Parser;
    const events = {
      addContentTypeParser(type: string, { parseAs }: { parseAs: string }, parser: Parser) {
        expect([type, parseAs]).toEqual(['application/json', 'buffer']);
        parse = parser;
      },
      post: (_: string, handler: Handler) => void (handle = handler),
    };
    const app = { register: (plugin: (scope: typeof events) => Promise<void>) => void plugin(events) };
    await run(snippet('javascript', '// Fastify'), { app, receive }, 'null');
    return createServer((raw, outgoing) => {
      if (raw.method !== 'POST') return outgoing.writeHead(404).end();
      const reply: Reply = {
        code: (status) => (outgoing.writeHead(status), reply),
        send: () => void outgoing.end(),
      };
      void readAll(raw).then((bytes) =>
        parse(null, bytes, (_, body) => void handle({ raw, headers: raw.headers, body }, reply)),
      );
      return outgoing;
    }).listen(0);
  },
};

describe('The guide’s webhook receiver', () => {
  it('it accepts an event, refuses a forged one, and survives a GET and wrong settings', async () => {
    const { server, received } = await followGuide(SECRET);
    const url = await open(server);
    for (const method of ['GET', 'HEAD', 'PUT']) expect((await fetch(url, { method })).status).toBe(405);
    expect((await push(url, {})).status).toBe(401);
    expect((await push(url)).status).toBe(200);
    expect([...received.keys()]).toEqual(['0b5e7c1e#EOL.1002']);
    expect(logged).toEqual(['The request has no signature in a header x-…-signature.']);
  });

  it('it answers 500 and says why if its secret isn’t set', async () => {
    const { server } = await followGuide(undefined);
    expect((await push(await open(server))).status).toBe(500);
    expect(logged).toEqual(['No webhook can be read: keys.0.secret is empty: set its environment variable.']);
  });

  it.each(Object.entries(FRAMEWORKS))('it behaves the same with %s', async (_, start) => {
    const { receive, server } = await followGuide(SECRET);
    await open(server);
    const url = await open(await start(receive));
    expect((await fetch(url)).status).toBeGreaterThanOrEqual(404);
    expect((await push(url, {})).status).toBe(401);
    expect((await push(url)).status).toBe(200);
  });
});

describe('The example shop’s webhook receiver', () => {
  it('its status depends on the fault', async () => {
    type ReceiveWebhook = (request: object, secret: string) => Promise<{ status: number; event: unknown }>;
    const receiveWebhook = await run<ReceiveWebhook>(
      readFileSync('examples/shop/receive-webhook.mjs', 'utf8'),
      { AppError, describeError, readWebhook, console: { error: (line: string) => logged.push(line) } },
      'receiveWebhook',
    );
    const unsigned = { headers: {}, body: '' };
    expect(await receiveWebhook(unsigned, '')).toEqual({ status: 500, event: null });
    expect(await receiveWebhook(unsigned, SECRET)).toEqual({ status: 401, event: null });
    const signed = { headers: { 'x-carrier-signature': signature }, body: BODY };
    expect(await receiveWebhook(signed, SECRET)).toMatchObject({
      status: 200,
      event: { eventCode: 'EOL.1002' },
    });
    expect(logged).toHaveLength(2);
  });
});
