import type { R2Bucket } from '@cloudflare/workers-types';
import { AppError } from '#platform/errors.ts';
import { checkLength, REMOTE_CACHE_MS, storeFailure, type FileStore, type Publication } from './store.ts';

/** Files in a Cloudflare R2 bucket, bound to the worker. */
export function createBucketStore(bucket: R2Bucket, publication: Publication): FileStore {
  const { owner, largestFile } = publication;
  return {
    cacheMs: REMOTE_CACHE_MS,
    async read(name, range) {
      try {
        const object = await bucket.get(name, range === undefined ? {} : { range });
        if (object === null) return null;
        if (range !== undefined || object.size <= largestFile) {
          const bytes = new Uint8Array(await object.arrayBuffer());
          return range === undefined ? bytes : checkLength(bytes, range, publication);
        }
        await object.body.cancel();
      } catch (cause) {
        if (cause instanceof AppError) throw cause;
        throw storeFailure(`The ${owner} bucket doesn't answer.`, cause);
      }
      throw storeFailure(`The ${owner} bucket has a file that is too large.`);
    },
  };
}
