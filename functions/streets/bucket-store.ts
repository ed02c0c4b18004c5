import type { R2Bucket } from '@cloudflare/workers-types';
import { checkLength, LARGEST_MANIFEST, StoreError, type StreetsStore } from './store.ts';

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
