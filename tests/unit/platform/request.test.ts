import * as z from 'zod/mini';
import { describe, expect, it, vi } from 'vitest';
import { pause } from '#async/pause.ts';
import { AppError } from '#platform/errors.ts';
import { failureOf as failureOfAny } from '../failure-of.ts';
import { createRequester, type RequesterOptions } from '#platform/request.ts';

const schema = z.looseObject({ ok: z.boolean() });
const get = { method: 'GET', url: 'http://127.0.0.1/x', schema } as const;

/** A server that returns these answers in turn and records its requests. */
function playServer(...answers: (Response | Error | 'hang')[]) {
  const requests: { headers: Headers; body: unknown }[] = [];
  const serve: typeof fetch = (_url, init) => {
    requests.push({ headers: new Headers(init?.headers), body: init?.body });
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (answer instanceof Error) return Promise.reject(answer);
    if (answer instanceof Response) return Promise.resolve(answer.clone());
    return new Promise((_resolve, reject) => {
      const stop = () => reject(new DOMException('stopped', 'AbortError'));
      if (init?.signal?.aborted) stop();
      init?.signal?.addEventListener('abort', stop);
    });
  };
  return { requests, fetch: serve };
}

const busy = (retryAfter: string) =>
  new Response('', { status: 429, headers: { 'retry-after': retryAfter } });
const json = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init);

function setUp(options: RequesterOptions) {
  const waits: number[] = [];
  const wait = (durationMs: number) => {
    waits.push(durationMs);
    return Promise.resolve();
  };
  return { waits, send: createRequester({ random: () => 1, wait, ...options }) };
}

/** A requester, and a server that returns these answers in turn. */
function open(answers: Parameters<typeof playServer>, options: RequesterOptions = {}) {
  const { fetch, requests } = playServer(...answers);
  return { ...setUp({ fetch, ...options }), requests };
}

async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  const error = await failureOfAny(promise);
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

describe('Requester', () => {
  it('it sends a bearer and a new UUID, and reports that the id was echoed', async () => {
    const echo: typeof fetch = (_url, init) => {
      const id = new Headers(init?.headers).get('x-request-id') ?? '';
      return Promise.resolve(json({ ok: true }, { headers: { 'x-request-id': id } }));
    };
    const server = { fetch: vi.fn(echo) };
    const bearer = { read: () => Promise.resolve('t1'), renew: () => Promise.resolve('t2') };
    const { send } = setUp({ fetch: server.fetch, bearer });
    const [first, second] = [await send(get), await send(get)];
    expect(first.requestIdEcho).toBe('same');
    expect(first.requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(second.requestId).not.toBe(first.requestId);
    expect(new Headers(server.fetch.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer t1');
  });

  it('it distinguishes a missing from a different request id', async () => {
    const missing = await open([json({ ok: true })]).send(get);
    expect(missing.requestIdEcho).toBe('missing');
    const foreign = open([json({ ok: true }, { headers: { 'x-request-id': 'another' } })]);
    expect(await foreign.send(get)).toMatchObject({ requestIdEcho: 'different', requestId: 'another' });
  });

  it('it keeps unknown fields and headers of an answer', async () => {
    const { send } = open([json({ ok: true, later: [1] }, { headers: { 'x-later': 'yes' } })]);
    const { data, headers } = await send(get);
    expect(data).toEqual({ ok: true, later: [1] });
    expect(headers.get('x-later')).toBe('yes');
  });

  it.each([
    [503, 'unavailable'],
    [429, 'rate_limited'],
  ])('it retries a GET after %i with growing waits, at most three times', async (status, code) => {
    const { send, waits, requests } = open([new Response('', { status })]);
    expect(await failureOf(send(get))).toMatchObject({ code, status, retryable: true });
    expect(requests).toHaveLength(4);
    expect(waits).toEqual([300, 600, 1200]);
  });

  it.each([
    ['HTML instead of JSON', new Response('<html>hello', { status: 200 })],
    ['truncated JSON', new Response('{"ok": tr')],
    ['a missing field', json({})],
  ])('it retries a GET after %s and then reports a malformed answer', async (_title, answer) => {
    const { send, requests } = open([answer]);
    const error = await failureOf(send(get));
    expect(error.code).toBe('malformed');
    expect(error.message).not.toContain('hello');
    expect(requests).toHaveLength(4);
  });

  it('it recovers if a retry succeeds', async () => {
    const { send } = open([new TypeError('cut off'), new Response('{', {}), json({ ok: true })]);
    expect((await send(get)).data).toEqual({ ok: true });
  });

  it('it waits as long as Retry-After says, in seconds or until a date', async () => {
    const nowMs = Date.parse('2026-11-21T10:00:00Z');
    const { send, waits } = open([busy('7'), busy('Sat, 21 Nov 2026 10:00:12 GMT'), json({ ok: true })], {
      now: () => nowMs,
    });
    await send(get);
    expect(waits).toEqual([7_000, 12_000]);
  });

  it('it fails instead of waiting for minutes', async () => {
    const { send, waits } = open([busy('600')]);
    expect(await failureOf(send(get))).toMatchObject({ code: 'rate_limited', retryAfterMs: 600_000 });
    expect(waits).toEqual([]);
  });

  it('it never retries a POST by default', async () => {
    const { send, requests } = open([new Response('', { status: 503 })]);
    expect((await failureOf(send({ ...get, method: 'POST', body: { a: 1 } }))).code).toBe('unavailable');
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers.get('content-type')).toBe('application/json');
    expect(requests[0]?.body).toBe('{"a":1}');
  });

  it('it renews the token once after a 401 and retries once', async () => {
    const renewals: string[] = [];
    const bearer = {
      read: () => Promise.resolve('old'),
      renew: (refused: string) => (renewals.push(refused), Promise.resolve('new')),
    };
    const good = open([new Response('', { status: 401 }), json({ ok: true })], { bearer });
    await good.send({ ...get, method: 'POST', body: {} });
    expect(good.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer old',
      'Bearer new',
    ]);

    const bad = open([new Response('', { status: 401 })], { bearer });
    expect((await failureOf(bad.send(get))).code).toBe('unauthorized');
    expect(bad.requests).toHaveLength(2);
    expect(renewals).toEqual(['old', 'old']);

    const refused = open([new Response('', { status: 403 })], { bearer });
    expect((await failureOf(refused.send(get))).code).toBe('forbidden');
    expect([refused.requests.length, renewals.length]).toEqual([1, 2]);
  });

  it.each([
    [403, 'forbidden'],
    [404, 'not_found'],
    [415, 'rejected'],
    [302, 'redirected'],
  ] as const)('it does not retry after %i and reports %s', async (status, code) => {
    const headers = { 'x-request-id': 'r-1', location: 'http://evil.example/' };
    const { send, requests } = open([new Response(null, { status, headers })]);
    expect(await failureOf(send(get))).toMatchObject({ code, status, requestId: 'r-1', retryable: false });
    expect(requests).toHaveLength(1);
  });

  it('it stops at its time limit, even in the middle of a body', async () => {
    const hanging = open(['hang'], { timeoutMs: 5, retries: 0 });
    expect((await failureOf(hanging.send(get))).code).toBe('timeout');
    const slowBody: typeof fetch = (_url, init) =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (controller) =>
              init?.signal?.addEventListener('abort', () => controller.error(new Error('stopped'))),
          }),
        ),
      );
    const slow = setUp({ fetch: slowBody, timeoutMs: 5, retries: 0 });
    expect((await failureOf(slow.send(get))).code).toBe('timeout');
  });

  it('it stops immediately if the caller aborts, during a request or a wait', async () => {
    const asking = new AbortController();
    const pending = failureOf(open(['hang']).send({ ...get, signal: asking.signal }));
    asking.abort();
    expect((await pending).code).toBe('aborted');

    const waiting = new AbortController();
    const server = playServer(new Response('', { status: 503 }));
    const wait: typeof pause = (durationMs, signal) => {
      const pausing = pause(durationMs, signal);
      waiting.abort();
      return pausing;
    };
    const send = createRequester({ fetch: server.fetch, random: () => 1, wait });
    expect((await failureOf(send({ ...get, signal: waiting.signal }))).code).toBe('aborted');
    expect(server.requests).toHaveLength(1);
  });
});
