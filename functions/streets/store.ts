import type { R2Bucket } from '@cloudflare/workers-types';

/** Where streets are published: a folder, a bucket, or an address that answers ranges. Names are `manifest.json` and `area/version.pmtiles`. */
export interface StreetsStore {
  /** For so long a manifest is taken as current: what asking for it costs. */
  keptMs: number;
  /** @returns null when there is no such file; @throws StoreError */
  readManifest(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** @returns exactly these bytes; null when there is no such file; @throws StoreError */
  readRange(name: string, offset: number, length: number): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** A manifest of 256 areas has 60 KB. */
export const LARGEST_MANIFEST = 256 * 1024;

/** Where nobody has a place for streets. */
export const NO_STORE: StreetsStore = {
  keptMs: Infinity,
  readManifest: () => Promise.resolve(null),
  readRange: () => Promise.resolve(null),
};

/** What the store answers isn't what was asked of it. The message is for the log. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** @throws StoreError unless there are as many bytes as were asked for */
export function checkLength(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (bytes.length === length) return bytes;
  throw new StoreError(`the streets' store sent ${bytes.length} bytes instead of ${length}`);
}

const KEPT_MS = 30_000;

/** Streets in a bucket of Cloudflare's, which the worker reads by itself. */
export function createBucketStore(bucket: R2Bucket): StreetsStore {
  async function read(name: string, range?: { offset: number; length: number }) {
    try {
      const object = await bucket.get(name, range === undefined ? {} : { range });
      if (object === null) return null;
      if (range !== undefined || object.size <= LARGEST_MANIFEST)
        return new Uint8Array(await object.arrayBuffer());
      await object.body.cancel();
    } catch (cause) {
      throw new StoreError("the streets' bucket doesn't answer", { cause });
    }
    throw new StoreError("the streets' manifest is too long");
  }

  return {
    keptMs: KEPT_MS,
    readManifest: (name) => read(name),
    async readRange(name, offset, length) {
      const bytes = await read(name, { offset, length });
      return bytes === null ? null : checkLength(bytes, length);
    },
  };
}
