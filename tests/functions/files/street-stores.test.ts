import type { R2Bucket } from '@cloudflare/workers-types';
import { describe, expect, it, vi } from 'vitest';
import {
  createAddressStore,
  createBucketStore,
  NO_STORE,
  type StreetsStore,
} from '../../../functions/files/streets-store.ts';
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
  const store = createBucketStore({
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
  } as unknown as R2Bucket);
  return { store, requested, bodies };
}

/**
 * A store at a URL with this answer, the requests to it, and whether the answer's body was
 * cancelled.
 */
function openAddress(answer: () => Response) {
  const requested: Request[] = [];
  const sent: { isCancelled: boolean } = { isCancelled: false };
  const store = createAddressStore('https://files.example/streets/', (input, init) => {
    requested.push(new Request(input instanceof Request ? input.url : input, init));
    const { body, status, headers } = answer();
    const watched = body?.pipeThrough(
      new TransformStream({ cancel: () => void (sent.isCancelled = true) } as Transformer),
    );
    return Promise.resolve(new Response(watched ?? null, { status, headers }));
  });
  return { store, requested, sent };
}

const answerRange = (body: string, range: string, headers: Record<string, string> = {}) =>
  new Response(body, { status: 206, headers: { 'content-range': range, ...headers } });
const textOf = (bytes: Uint8Array | null) => (bytes === null ? null : new TextDecoder().decode(bytes));

describe('Streets in a bucket', () => {
  it('a file is read whole, or only the requested part of it', async () => {
    const { store, requested } = openBucket('0123456789');
    expect(textOf(await store.readWhole('manifest.json'))).toBe('0123456789');
    expect(textOf(await store.readRange('alps/1.pmtiles', 3, 4))).toBe('3456');
    expect(requested).toEqual([
      ['manifest.json', {}],
      ['alps/1.pmtiles', { range: { offset: 3, length: 4 } }],
    ]);
  });

  it('a manifest may have 256 KB; a longer one isn’t read', async () => {
    const fits = openBucket(new Uint8Array(LARGEST));
    expect((await fits.store.readWhole('manifest.json'))?.length).toBe(LARGEST);
    const { store, bodies } = openBucket(new Uint8Array(LARGEST + 1));
    await expect(store.readWhole('manifest.json')).rejects.toThrow('a file of the streets is too large');
    expect(bodies).toEqual({ read: 0, cancelled: 1 });
    // Archives may be of any length.
    expect((await store.readRange('alps/1.pmtiles', 0, 9))?.length).toBe(9);
  });

  it('a bucket that sends too little or nothing is reported in the log', async () => {
    const { store } = openBucket('01234');
    await expect(store.readRange('alps/1.pmtiles', 3, 4)).rejects.toThrow(
      "the streets' store sent 2 bytes instead of 4",
    );
    const broken = createBucketStore({
      get: () => Promise.reject(new Error('R2 is down')),
    } as unknown as R2Bucket);
    await expect(broken.readWhole('manifest.json')).rejects.toThrow("the streets' bucket doesn't answer");
  });

  it('a file may be missing', async () => {
    const store = createBucketStore({ get: () => Promise.resolve(null) } as unknown as R2Bucket);
    expect([await store.readWhole('manifest.json'), await store.readRange('a', 0, 1)]).toEqual([null, null]);
  });
});

describe('Streets at a URL', () => {
  it('a file is read whole, or only the requested part of it, uncompressed', async () => {
    const { store, requested } = openAddress(() => answerRange('3456', 'bytes 3-6/10'));
    expect(textOf(await store.readRange('alps/1.pmtiles', 3, 4))).toBe('3456');
    await store.readWhole('manifest.json').catch(() => undefined);
    expect(
      requested.map(({ url, redirect, headers }) => [
        url,
        redirect,
        headers.get('range'),
        headers.get('accept-encoding'),
      ]),
    ).toEqual([
      ['https://files.example/streets/alps/1.pmtiles', 'manual', 'bytes=3-6', 'identity'],
      ['https://files.example/streets/manifest.json', 'manual', null, 'identity'],
    ]);
  });

  it('an answer may state explicitly that a part isn’t compressed', async () => {
    const { store } = openAddress(() =>
      answerRange('3456', 'bytes 3-6/10', { 'content-encoding': 'identity' }),
    );
    expect(textOf(await store.readRange('alps/1.pmtiles', 3, 4))).toBe('3456');
  });

  it('a manifest may have 256 KB; a longer one isn’t read to its end', async () => {
    const manifest = (length: number) => openAddress(() => new Response('x'.repeat(length))).store;
    expect((await manifest(LARGEST).readWhole('manifest.json'))?.length).toBe(LARGEST);
    await expect(manifest(LARGEST + 1).readWhole('manifest.json')).rejects.toThrow(
      'a file of the streets is too large',
    );
  });

  it.each([
    ['a page', () => new Response('not found', { status: 404 })],
    ['nothing', () => new Response(null, { status: 404 })],
  ])('a file may be missing, which the answer says with %s', async (_what, answer) => {
    const { store } = openAddress(answer);
    expect([await store.readWhole('manifest.json'), await store.readRange('a', 0, 1)]).toEqual([null, null]);
  });

  it.each<[what: string, answer: () => Response, told: string]>([
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
      await expect(store.readRange('alps/1.pmtiles', 3, 4)).rejects.toThrow(
        `the streets' store answers with ${problem}`,
      );
      expect(sent.isCancelled).toBe(answer().body !== null);
    },
  );

  it.each([
    ['345', "the streets' store sent 3 bytes instead of 4"],
    ['34567', "the streets' store sent more bytes than requested"],
  ])('an answer of %j instead of four bytes is reported in the log', async (bytes, problem) => {
    const { store } = openAddress(() => answerRange(bytes, 'bytes 3-6/10'));
    await expect(store.readRange('alps/1.pmtiles', 3, 4)).rejects.toThrow(problem);
  });

  it.each([206, 204, 302, 500])(
    'a manifest answered with status %i is reported in the log',
    async (status) => {
      const { store } = openAddress(() => new Response(status === 204 ? null : 'x', { status }));
      await expect(store.readWhole('manifest.json')).rejects.toThrow(
        new RegExp(`^the streets' store answers with status ${status}$`),
      );
    },
  );

  it('an unreachable store is reported with the kind of fault only', async () => {
    const failing = (fault: unknown) =>
      createAddressStore('https://files.example/', vi.fn().mockRejectedValue(fault)).readWhole('a');
    await expect(failing(new TypeError('https://secret.example'))).rejects.toThrow(
      /^the streets' store doesn't answer \(TypeError\)$/,
    );
    await expect(failing('no error')).rejects.toThrow(/^the streets' store doesn't answer \(unknown\)$/);
  });
});

it('a stalled request to a store is aborted', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() =>
    AbortSignal.abort(new DOMException('', 'TimeoutError')),
  );
  const store = createAddressStore('https://files.example/', (_input, init) => {
    init?.signal?.throwIfAborted();
    return new Promise(() => undefined);
  });
  await expect(store.readRange('a', 0, 1)).rejects.toThrow("doesn't answer (TimeoutError)");
  vi.restoreAllMocks();
});

describe('Manifest of streets', () => {
  it.each<[string, () => StreetsStore, number]>([
    ['a bucket', () => openBucket(MANIFEST).store, 30_000],
    ['an address', () => openAddress(() => new Response(MANIFEST)).store, 30_000],
    ['no store', () => NO_STORE, Infinity],
  ])('a manifest of %s is read once in its cache time', async (_what, open, keptMs) => {
    const store = open();
    let reads = 0;
    const streets: StreetsStore = {
      ...store,
      readWhole(name) {
        reads++;
        return store.readWhole(name);
      },
    };
    const { request, clock } = startHarness({ streets });
    expect((await request('/streets/manifest.json')).status).toBe(keptMs === Infinity ? 204 : 200);
    clock.nowMs += 29_999;
    await request('/streets/manifest.json');
    expect(reads).toBe(1);
    clock.nowMs += 1;
    await request('/streets/manifest.json');
    expect(reads).toBe(keptMs === Infinity ? 1 : 2);
  });
});
