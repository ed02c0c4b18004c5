import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBoundFetch, readBody, readBounded, rebuild } from '#platform/read-body.ts';
import { createUpstreamFetch, type UpstreamCall } from '#platform/fetch-upstream.ts';

const URL_OF_API = 'https://api.platform.example:8443/location/v1/points?page=1';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('Call to the platform', () => {
  function start(answer: (init: RequestInit) => Response | Promise<Response>, maxBytes = 100) {
    const sent: RequestInit[] = [];
    const recorded: UpstreamCall[] = [];
    const fetchUpstream = createUpstreamFetch(
      (_input, init = {}) => {
        sent.push(init);
        return Promise.resolve(answer(init));
      },
      'request-7',
      { maxBytes },
      (call) => recorded.push(call),
    );
    return { fetchUpstream, sent, recorded };
  }

  it.each<[string, string | URL | Request]>([
    ['text', URL_OF_API],
    ['URL', new URL(URL_OF_API)],
    ['request', new Request(URL_OF_API)],
  ])(
    'a call carries our request id, follows no redirect, and is recorded by its host: %s',
    async (_, input) => {
      vi.spyOn(performance, 'now').mockReturnValueOnce(100).mockReturnValueOnce(112.6);
      const { fetchUpstream, sent, recorded } = start(() => new Response('[]', { status: 201 }));
      const headers = { accept: 'application/json', 'x-request-id': 'another' };
      const answer = await fetchUpstream(input, { method: 'PUT', headers });
      expect([answer.status, await answer.text()]).toEqual([201, '[]']);
      expect(sent).toMatchObject([{ method: 'PUT', redirect: 'manual' }]);
      expect(Object.fromEntries(new Headers(sent[0]!.headers))).toEqual({
        accept: 'application/json',
        'x-request-id': 'request-7',
      });
      expect(recorded).toEqual([{ host: 'api.platform.example:8443', durationMs: 13, outcome: 201 }]);
    },
  );

  it.each<[string, () => Response | Promise<Response>, string]>([
    ['no connection', () => Promise.reject(new TypeError('fetch failed')), 'network'],
    ['too long an answer', () => new Response('x'.repeat(101)), 'malformed'],
  ])(
    'a call that ends with %s has an error with the request’s id, and is recorded',
    async (_, answer, code) => {
      const { fetchUpstream, recorded } = start(answer);
      await expect(fetchUpstream(URL_OF_API)).rejects.toMatchObject({ code, requestId: 'request-7' });
      expect(recorded).toMatchObject([{ outcome: code }]);
    },
  );

  // RFC 9110 §15.6.4.
  it('a call is aborted after ten seconds', async () => {
    vi.useFakeTimers();
    const { fetchUpstream, recorded } = start(
      ({ signal }) =>
        new Promise((_resolve, reject) =>
          signal!.addEventListener('abort', () => reject(new Error('given up'))),
        ),
    );
    const answer = fetchUpstream(URL_OF_API).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(recorded).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toMatchObject({ code: 'timeout', requestId: 'request-7' });
    expect(recorded).toMatchObject([{ outcome: 'timeout' }]);
  });

  it('a call works without a recorder', async () => {
    const fetchUpstream = createUpstreamFetch(() => Promise.resolve(new Response('1')), 'request-7', {
      maxBytes: 100,
    });
    expect(await (await fetchUpstream(URL_OF_API)).text()).toBe('1');
  });
});

describe('Answer of the platform', () => {
  const withStatus = (status: number, body: ReadableStream | string | null = '{}') =>
    Object.defineProperty(new Response(body), 'status', { value: status });
  const boundAnswer = async (...words: Parameters<typeof readBounded>) =>
    rebuild(await readBounded(...words));

  it('an answer keeps its status, its body and the headers that are used', async () => {
    const headers = {
      'content-type': 'application/json',
      'retry-after': '5',
      'www-authenticate': 'Bearer',
      'x-request-id': 'theirs',
    };
    const answer = await boundAnswer(
      new Response('[1]', { status: 503, headers: { ...headers, 'set-cookie': 'a=1', etag: '"1"' } }),
      { maxBytes: 3 },
    );
    expect([answer.status, await answer.text()]).toEqual([503, '[1]']);
    expect(Object.fromEntries(answer.headers)).toEqual(headers);
    expect([...(await boundAnswer(new Response(null), { maxBytes: 0 })).headers]).toEqual([]);
  });

  it.each([199, 600, 0, NaN])(
    'an answer with the status %d is refused, and its body cancelled',
    async (status) => {
      const cancel = vi.fn();
      const answer = withStatus(status, new ReadableStream({ cancel }));
      await expect(boundAnswer(answer, { maxBytes: 100 }, { requestId: 'r' })).rejects.toMatchObject({
        code: 'malformed',
        message: `The answer has the status ${status}.`,
        requestId: 'r',
      });
      expect(cancel).toHaveBeenCalledOnce();
      await expect(boundAnswer(withStatus(status, null), { maxBytes: 100 })).rejects.toThrow('the status');
    },
  );

  it.each([200, 204, 205, 304, 599])('an answer with the status %d is accepted', async (status) => {
    const answer = await boundAnswer(withStatus(status, status > 203 && status < 305 ? null : '{}'), {
      maxBytes: 2,
    });
    expect([answer.status, await answer.text()]).toEqual([status, [200, 599].includes(status) ? '{}' : '']);
  });

  it.each([
    ['more bytes than it may have', '"1234"', 'The answer has more than 5 bytes.'],
    ['more values', '[1,2]', 'The answer is nested too deeply or has too many values.'],
  ])('an answer with %s is refused', async (_, text, message) => {
    const limits = { maxBytes: 5, maxValues: 1 };
    await expect(boundAnswer(new Response(text), limits)).rejects.toMatchObject({
      code: 'malformed',
      message,
    });
    const fetchBound = createBoundFetch(() => Promise.resolve(new Response(text)), limits);
    await expect(fetchBound(URL_OF_API)).rejects.toThrow(message);
  });
});

describe('Reading a body', () => {
  const stream = (chunks: string[], cancel = () => undefined) =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const chunk = chunks.shift();
          if (chunk === undefined) controller.close();
          else controller.enqueue(new TextEncoder().encode(chunk));
        },
        cancel,
      },
      { highWaterMark: 0 },
    );
  const read = async (chunks: string[], maxBytes: number) => {
    const bytes = await readBody(stream(chunks), maxBytes);
    return bytes && new TextDecoder().decode(bytes);
  };

  it('a body is read completely up to its limit', async () => {
    expect(await read(['ab', 'c', 'def'], 6)).toBe('abcdef');
    expect(await read([], 0)).toBe('');
    expect(await readBody(null, 0)).toEqual(new Uint8Array(0));
  });

  it('a body isn’t read beyond its limit', async () => {
    const [chunks, cancel] = [['ab', 'cd', 'ef', 'gh'], vi.fn()];
    expect(await readBody(stream(chunks, cancel), 3)).toBeNull();
    expect(chunks).toEqual(['ef', 'gh']);
    expect(cancel).toHaveBeenCalledOnce();
  });
});
