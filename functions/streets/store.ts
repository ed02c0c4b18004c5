import type { R2Bucket } from '@cloudflare/workers-types';
import { readBody } from '#platform/read-body.ts';

/**
 * Storage of published streets: folder, bucket, or URL with range requests. Files: `manifest.json`, `area/version.pmtiles`, and those of
 * gazetteers, compressed: `area/version/index.json.gz`.
 */
export interface StreetsStore {
  /** How long a manifest is cached, in milliseconds; depends on the cost of reading it. */
  cacheMs: number;
  /** Reads a small file. @returns null if there is no such file; @throws StoreError */
  readWhole(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** @returns exactly these bytes; null if there is no such file; @throws StoreError */
  readRange(name: string, offset: number, length: number): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** In bytes. A manifest of 256 areas has 60 KB, the index of a million streets 30 KB. */
export const LARGEST_WHOLE = 256 * 1024;

/** The store without a configured location for streets. */
export const NO_STORE: StreetsStore = {
  cacheMs: Infinity,
  readWhole: () => Promise.resolve(null),
  readRange: () => Promise.resolve(null),
};

/** The store failed, or its response isn't what was requested. The message is for the log. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** @throws StoreError if the number of bytes isn't the requested one */
export function checkLength(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (bytes.length === length) return bytes;
  throw new StoreError(`the streets' store sent ${bytes.length} bytes instead of ${length}`);
}

/** How long the manifest of a bucket or URL is cached. */
const CACHE_MS = 30_000;

/** Streets in a Cloudflare R2 bucket, bound to the worker. */
export function createBucketStore(bucket: R2Bucket): StreetsStore {
  async function read(name: string, range?: { offset: number; length: number }) {
    try {
      const object = await bucket.get(name, range === undefined ? {} : { range });
      if (object === null) return null;
      if (range !== undefined || object.size <= LARGEST_WHOLE)
        return new Uint8Array(await object.arrayBuffer());
      await object.body.cancel();
    } catch (cause) {
      throw new StoreError("the streets' bucket doesn't answer", { cause });
    }
    throw new StoreError('a file of the streets is too large');
  }

  return {
    cacheMs: CACHE_MS,
    readWhole: (name) => read(name),
    async readRange(name, offset, length) {
      const bytes = await read(name, { offset, length });
      return bytes === null ? null : checkLength(bytes, length);
    },
  };
}

const TIMEOUT_MS = 5_000;

/**
 * Streets at a URL with range requests: an object store, a web server. A proxy in between may
 * respond with the whole file, an error page, or fewer bytes; such a response isn't accepted as a
 * tile.
 * @param baseUrl ends with a slash
 */
export function createAddressStore(baseUrl: string, fetchFile: typeof fetch): StreetsStore {
  async function request<Answer>(
    name: string,
    headers: Record<string, string>,
    read: (answer: Response) => Promise<Answer>,
  ): Promise<Answer | null> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      // `identity`: a range of a compressed response would be other bytes.
      const answer = await fetchFile(baseUrl + name, {
        headers: { 'accept-encoding': 'identity', ...headers },
        redirect: 'manual',
        signal,
      });
      if (answer.status !== 404) return await read(answer);
      await answer.body?.cancel();
      return null;
    } catch (cause) {
      if (cause instanceof StoreError) throw cause;
      const name = cause instanceof Error ? cause.name : 'unknown';
      throw new StoreError(`the streets' store doesn't answer (${name})`, { cause });
    }
  }

  return {
    cacheMs: CACHE_MS,
    readWhole: (name) =>
      request(name, {}, async (answer) => {
        await failUnless(answer.status === 200, answer, `status ${answer.status}`);
        const bytes = await readBody(answer.body, LARGEST_WHOLE);
        if (bytes === null) throw new StoreError('a file of the streets is too large');
        return bytes;
      }),
    readRange: (name, offset, length) =>
      request(name, { range: `bytes=${offset}-${offset + length - 1}` }, async (answer) => {
        await failUnless(answer.status === 206, answer, `status ${answer.status} to a range`);
        const range = answer.headers.get('content-range');
        const isRequested = range?.startsWith(`bytes ${offset}-${offset + length - 1}/`) === true;
        await failUnless(isRequested, answer, 'a range other than the requested one');
        const encoding = answer.headers.get('content-encoding') ?? 'identity';
        await failUnless(encoding === 'identity', answer, 'a range that was compressed in transit');
        const bytes = await readBody(answer.body, length);
        if (bytes === null) throw new StoreError("the streets' store sent more bytes than requested");
        return checkLength(bytes, length);
      }),
  };
}

async function failUnless(isFine: boolean, answer: Response, what: string): Promise<void> {
  if (isFine) return;
  await answer.body?.cancel();
  throw new StoreError(`the streets' store answers with ${what}`);
}
