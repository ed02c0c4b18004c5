import type { R2Bucket } from '@cloudflare/workers-types';
import { describe, expect, it, vi } from 'vitest';
import { createBucketStore } from '../../../functions/files/bucket-store.ts';
import {
  NETWORK_PUBLICATION,
  NO_STORE,
  STREETS_PUBLICATION,
  type FileStore,
} from '../../../functions/files/store.ts';
import { createUrlStore } from '../../../functions/files/url-store.ts';
import { listen } from '../../processes.ts';
import { makeManifest } from '../../streets/made-up-manifest.ts';
import { startHarness } from '../harness.ts';

/** 256 KB. */
const LARGEST = 262_144;
const MANIFEST = JSON.stringify(makeManifest({ name: 'alps', version: '0123456789abcdef' }));

/** A bucket with one file, the requests to it, and how many bodies are cancelled instead of read. */
function openBucket(file: string | Uint8Array) {
  const content = Buffer.from(file);
  const requested: unknown[] = [];
  const bodies = { read: 0, cancelled: 0 };
  const store = createBucketStore(
    {
      get(name: string, options: { range?: { offset: number; length: number } }) {
        requested.push([name, options]);
        const { offset = 0, length = content.length } = options.range ?? {};
        return Promise.resolve({
          size: content.length,
          arrayBuffer() {
            bodies.read++;
            return Promise.resolve(Uint8Array.from(content.subarray(offset, offset + length)).buffer);
          },
          body: { cancel: () => Promise.resolve(void bodies.cancelled++) },
        });
      },
    } as unknown as R2Bucket,
    STREETS_PUBLICATION,
  );
  return { store, requested, bodies };
}

/**
 * A store at a URL with this answer, the requests to it, and whether the answer's body was
 * cancelled.
 */
function openAddress(answer: () => Response) {
  const requested: Request[] = [];
  const sent: { isCancelled: boolean } = { isCancelled: false };
  const store = createUrlStore(
    'https://files.example/streets/',
    (input, init) => {
      requested.push(new Request(input instanceof Request ? input.url : input, init));
      const { body, status, headers } = answer();
      const watched = body?.pipeThrough(
        new TransformStream({ cancel: () => void (sent.isCancelled = true) } as Transformer),
      );
      return Promise.resolve(new Response(watched ?? null, { status, headers }));
    },
    STREETS_PUBLICATION,
  );
  return { store, requested, sent };
}

const answerRange = (body: string, range: string, headers: Record<string, string> = {}) =>
  new Response(body, { status: 206, headers: { 'content-range': range, ...headers } });
const textOf = (bytes: Uint8Array | null) => (bytes === null ? null : new TextDecoder().decode(bytes));

describe('Streets in a bucket', () => {
  it('a file is read whole, or only the requested part of it', async () => {
    const { store, requested } = openBucket('0123456789');
    expect(textOf(await store.read('manifest.json'))).toBe('0123456789');
    expect(textOf(await store.read('alps/1.pmtiles', { offset: 3, length: 4 }))).toBe('3456');
    expect(requested).toEqual([
      ['manifest.json', {}],
      ['alps/1.pmtiles', { range: { offset: 3, length: 4 } }],
    ]);
  });

  it('a manifest may have 256 KB; a longer one isn’t read', async () => {
    const fits = openBucket(new Uint8Array(LARGEST));
    expect((await fits.store.read('manifest.json'))?.length).toBe(LARGEST);
    const { store, bodies } = openBucket(new Uint8Array(LARGEST + 1));
    await expect(store.read('manifest.json')).rejects.toThrow('a file that is too large');
    expect(bodies).toEqual({ read: 0, cancelled: 1 });
    // Archives may be of any length.
    expect((await store.read('alps/1.pmtiles', { offset: 0, length: 9 }))?.length).toBe(9);
  });

  it('a bucket that sends too little or nothing is reported in the log', async () => {
    const { store } = openBucket('01234');
    await expect(store.read('alps/1.pmtiles', { offset: 3, length: 4 })).rejects.toThrow(
      "The streets' store sent 2 bytes instead of 4",
    );
    const broken = createBucketStore(
      {
        get: () => Promise.reject(new Error('R2 is down')),
      } as unknown as R2Bucket,
      STREETS_PUBLICATION,
    );
    await expect(broken.read('manifest.json')).rejects.toThrow("The streets' bucket doesn't answer");
  });

  it('a file may be missing', async () => {
    const store = createBucketStore(
      { get: () => Promise.resolve(null) } as unknown as R2Bucket,
      STREETS_PUBLICATION,
    );
    expect([await store.read('manifest.json'), await store.read('a', { offset: 0, length: 1 })]).toEqual([
      null,
      null,
    ]);
  });
});

describe('Streets at a URL', () => {
  it('a file is read whole, or only the requested part of it, which must be uncompressed', async () => {
    const { store, requested } = openAddress(() => answerRange('3456', 'bytes 3-6/10'));
    expect(textOf(await store.read('alps/1.pmtiles', { offset: 3, length: 4 }))).toBe('3456');
    await store.read('manifest.json').catch(() => undefined);
    expect(
      requested.map(({ url, redirect, headers }) => [
        url,
        redirect,
        headers.get('range'),
        headers.get('accept-encoding'),
      ]),
    ).toEqual([
      ['https://files.example/streets/alps/1.pmtiles', 'manual', 'bytes=3-6', 'identity'],
      ['https://files.example/streets/manifest.json', 'manual', null, null],
    ]);
  });

  it('an answer may state explicitly that a part isn’t compressed', async () => {
    const { store } = openAddress(() =>
      answerRange('3456', 'bytes 3-6/10', { 'content-encoding': 'identity' }),
    );
    expect(textOf(await store.read('alps/1.pmtiles', { offset: 3, length: 4 }))).toBe('3456');
  });

  it('a manifest may have 256 KB; a longer one isn’t read to its end', async () => {
    const manifest = (length: number) => openAddress(() => new Response('x'.repeat(length))).store;
    expect((await manifest(LARGEST).read('manifest.json'))?.length).toBe(LARGEST);
    await expect(manifest(LARGEST + 1).read('manifest.json')).rejects.toThrow('a file that is too large');
  });

  it.each([
    ['a page', () => new Response('not found', { status: 404 })],
    ['nothing', () => new Response(null, { status: 404 })],
  ])('a file may be missing, which the answer says with %s', async (_what, answer) => {
    const { store } = openAddress(answer);
    expect([await store.read('manifest.json'), await store.read('a', { offset: 0, length: 1 })]).toEqual([
      null,
      null,
    ]);
  });

  it.each<[what: string, answer: () => Response, received: string]>([
    ['another status', () => new Response('down', { status: 502 }), 'status 502 to a range'],
    ['no body', () => new Response(null, { status: 204 }), 'status 204 to a range'],
    ['another range', () => answerRange('3456', 'bytes 3-66/100'), 'a range other than the requested one'],
    [
      'a range without saying which',
      () => new Response('3456', { status: 206 }),
      'a range other than the requested one',
    ],
    [
      'a range that ends so',
      () => answerRange('3456', 'x bytes 3-6/'),
      'a range other than the requested one',
    ],
    [
      'packed bytes',
      () => answerRange('3456', 'bytes 3-6/10', { 'content-encoding': 'gzip' }),
      'a range that was compressed in transit',
    ],
  ])(
    'an answer to a range with %s is reported in the log, and nothing more is read',
    async (_, answer, problem) => {
      const { store, sent } = openAddress(answer);
      await expect(store.read('alps/1.pmtiles', { offset: 3, length: 4 })).rejects.toThrow(
        `The streets' store answers with ${problem}`,
      );
      expect(sent.isCancelled).toBe(answer().body !== null);
    },
  );

  it.each([
    ['345', "The streets' store sent 3 bytes instead of 4"],
    ['34567', "The streets' store sent more bytes than requested"],
  ])('an answer of %j instead of four bytes is reported in the log', async (bytes, problem) => {
    const { store } = openAddress(() => answerRange(bytes, 'bytes 3-6/10'));
    await expect(store.read('alps/1.pmtiles', { offset: 3, length: 4 })).rejects.toThrow(problem);
  });

  it.each([206, 204, 302, 500])(
    'a manifest answered with status %i is reported in the log',
    async (status) => {
      const { store } = openAddress(() => new Response(status === 204 ? null : 'x', { status }));
      await expect(store.read('manifest.json')).rejects.toThrow(
        new RegExp(`^The streets' store answers with status ${status}\\.$`),
      );
    },
  );

  it('an unreachable store is reported with the kind of fault only', async () => {
    const failing = (fault: unknown) =>
      createUrlStore('https://files.example/', vi.fn().mockRejectedValue(fault), STREETS_PUBLICATION).read(
        'a',
      );
    await expect(failing(new TypeError('https://secret.example'))).rejects.toThrow(
      /^The streets' store doesn't answer \(TypeError\)\.$/,
    );
    await expect(failing('no error')).rejects.toThrow(/^The streets' store doesn't answer \(unknown\)\.$/);
  });
});

describe('Network at a URL', () => {
  const answering = (answer: () => Promise<Response>) =>
    createUrlStore('https://files.example/', answer, NETWORK_PUBLICATION);

  it.each([500, 403, 206, 204])(
    'an answer with status %i means unavailable, and its body isn’t read',
    async (status) => {
      let isCancelled = false;
      const body = new ReadableStream({ cancel: () => void (isCancelled = true) });
      const answer = new Response(status === 204 ? null : body, { status });
      await expect(answering(() => Promise.resolve(answer)).read('manifest.json')).rejects.toMatchObject({
        code: 'unavailable',
        message: `The network's store answers with status ${status}.`,
      });
      expect(isCancelled).toBe(status !== 204);
    },
  );

  it('no answer, or half a file, means unavailable', async () => {
    const half = new ReadableStream({
      pull(controller) {
        controller.error(new TypeError('terminated'));
      },
    });
    for (const answer of [
      () => Promise.reject(new TypeError('fetch failed')),
      () => Promise.resolve(new Response(half)),
    ])
      await expect(answering(answer).read('manifest.json')).rejects.toMatchObject({
        code: 'unavailable',
        message: "The network's store doesn't answer (TypeError).",
      });
  });

  it('a redirect isn’t followed and counts as no answer', async () => {
    const requested: string[] = [];
    const server = await listen((request, response) => {
      requested.push(request.url ?? '');
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    try {
      const reading = createUrlStore(`${server.origin}/live/`, fetch, NETWORK_PUBLICATION).read(
        'manifest.json',
      );
      await expect(reading).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      await server.close();
    }
    expect(requested).toEqual(['/live/manifest.json']);
  });

  it('a file larger than any file of a network isn’t read to its end', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        sent++;
        controller.enqueue(new Uint8Array(1024 * 1024));
        if (sent === 1_000) controller.close();
      },
    });
    const store = createUrlStore(
      'https://files.example/',
      () => Promise.resolve(new Response(endless)),
      NETWORK_PUBLICATION,
    );
    await expect(store.read('manifest.json')).rejects.toMatchObject({
      code: 'unavailable',
      message: "The network's store sent a file that is too large.",
    });
    expect(sent).toBeGreaterThan(64);
    expect(sent).toBeLessThan(70);
  });
});

it('a stalled request to a store is aborted', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() =>
    AbortSignal.abort(new DOMException('', 'TimeoutError')),
  );
  const store = createUrlStore(
    'https://files.example/',
    (_input, init) => {
      init?.signal?.throwIfAborted();
      return new Promise(() => undefined);
    },
    STREETS_PUBLICATION,
  );
  await expect(store.read('a', { offset: 0, length: 1 })).rejects.toThrow("doesn't answer (TimeoutError)");
  vi.restoreAllMocks();
});

describe('Manifest of streets', () => {
  it.each<[string, () => FileStore, number]>([
    ['a bucket', () => openBucket(MANIFEST).store, 30_000],
    ['an address', () => openAddress(() => new Response(MANIFEST)).store, 30_000],
    ['no store', () => NO_STORE, Infinity],
  ])('a manifest of %s is read once in its cache time', async (_what, open, storedMs) => {
    const store = open();
    let reads = 0;
    const streets: FileStore = {
      ...store,
      read(name) {
        reads++;
        return store.read(name);
      },
    };
    const { request, clock } = startHarness({ streets });
    expect((await request('/streets/manifest.json')).status).toBe(storedMs === Infinity ? 204 : 200);
    clock.nowMs += 29_999;
    await request('/streets/manifest.json');
    expect(reads).toBe(1);
    clock.nowMs += 1;
    await request('/streets/manifest.json');
    expect(reads).toBe(storedMs === Infinity ? 1 : 2);
  });
});
