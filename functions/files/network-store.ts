import type { R2Bucket } from '@cloudflare/workers-types';
import { AppError } from '#platform/errors.ts';
import { SNAPSHOT_FOLDER } from '../../src/lib/snapshot-format/layout.ts';
import { readBody } from '#platform/read-body.ts';
import { LONGEST_PATH, NO_SUCH_FILE } from './find-file.ts';

/** Storage of the published network apart from the pages: a URL, or a bucket. File names are those of docs/snapshot-format.md. */
export interface NetworkStore {
  /** @returns null if there is no such file; @throws AppError `unavailable` */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** Names that begin with a dot are internal to the publisher: the progress of a walk, an unfinished version. */
const NAME = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;
const TIMEOUT_MS = 5_000;
/** In bytes; the largest file of a million points has less than a twentieth of it. */
const LARGEST_FILE = 64 * 1024 * 1024;

/** @param baseUrl ends with a slash */
export function createNetworkAddress(baseUrl: string, fetchFile: typeof fetch): NetworkStore {
  return {
    async read(name) {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      try {
        const answer = await fetchFile(baseUrl + encodeURI(name), { redirect: 'manual', signal });
        if (answer.status === 200) {
          const bytes = await readBody(answer.body, LARGEST_FILE);
          if (bytes !== null) return bytes;
          throw new AppError('unavailable', "The network's store sent a file that is too large.");
        }
        await answer.body?.cancel();
        if (answer.status === 404) return null;
        throw new AppError('unavailable', `The network's store answers with status ${answer.status}.`);
      } catch (cause) {
        if (cause instanceof AppError) throw cause;
        // This also happens if the connection fails in the middle of a file.
        throw new AppError('unavailable', "The network's store doesn't answer.", { cause });
      }
    },
  };
}

/** A Cloudflare R2 bucket, bound to the worker. */
export function createNetworkBucket(bucket: R2Bucket): NetworkStore {
  return {
    async read(name) {
      const object = await bucket.get(name).catch((cause: unknown) => {
        throw new AppError('unavailable', "The network's bucket doesn't answer.", { cause });
      });
      return object === null ? null : new Uint8Array(await object.arrayBuffer());
    },
  };
}

type Serve = (request: Request) => Response | Promise<Response>;

/**
 * Answers requests for files of the published network from a store, and all others with the page server.
 * @param send responds with a file of the store; null if there is none
 */
export function serveNetworkFrom(
  send: (request: Request, name: string) => Promise<Response | null>,
  servePage: Serve,
): Serve {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(SNAPSHOT_FOLDER)) return servePage(request);
    const name = readNetworkName(pathname);
    const answer = name === null ? null : await send(request, name);
    if (name === null || answer === null) return new Response(NO_SUCH_FILE, { status: 404 });
    answer.headers.set('content-type', chooseType(name));
    return answer;
  };
}

/**
 * Name of the file that a path in `SNAPSHOT_FOLDER` requests.
 * @returns null for invalid percent-encoding and for names that no published file has
 */
export function readNetworkName(pathname: string): string | null {
  if (pathname.length > LONGEST_PATH) return null;
  try {
    const name = decodeURIComponent(pathname.slice(SNAPSHOT_FOLDER.length));
    return NAME.test(name) ? name : null;
  } catch {
    return null;
  }
}

/** Sends files uncompressed: Cloudflare compresses them itself. */
export const sendUnpacked =
  (store: NetworkStore) =>
  async ({ method }: Request, name: string): Promise<Response | null> => {
    const bytes = await store.read(name);
    return bytes && new Response(method === 'HEAD' ? null : bytes);
  };

/** For .bin files a type that proxies and Cloudflare compress. */
function chooseType(name: string): string {
  if (name.endsWith('.json')) return 'application/json';
  return name.endsWith('.txt') ? 'text/plain; charset=utf-8' : 'application/x-protobuf';
}
