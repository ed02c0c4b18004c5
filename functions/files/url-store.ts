import { AppError } from '#platform/errors.ts';
import { readBody } from '#platform/read-body.ts';
import {
  checkLength,
  REMOTE_CACHE_MS,
  storeFailure,
  type FileRange,
  type FileStore,
  type Publication,
} from './store.ts';

const TIMEOUT_MS = 5_000;

/**
 * Files at a URL: an object store, or a web server. For ranges, proxies in between may respond with
 * the whole file, an error page, or fewer bytes; none of these is accepted.
 * @param baseUrl ends with a slash
 */
export function createUrlStore(
  baseUrl: string,
  fetchFile: typeof fetch,
  publication: Publication,
): FileStore {
  const { owner, largestFile } = publication;

  async function readWhole(answer: Response) {
    await failUnless(answer.status === 200, answer, `status ${answer.status}`);
    const bytes = await readBody(answer.body, largestFile);
    if (bytes === null) throw storeFailure(`The ${owner} store sent a file that is too large.`);
    return bytes;
  }

  async function readRange(answer: Response, range: FileRange) {
    await failUnless(answer.status === 206, answer, `status ${answer.status} to a range`);
    const isRequested = answer.headers.get('content-range')?.startsWith(`bytes ${nameRange(range)}/`);
    await failUnless(isRequested === true, answer, 'a range other than the requested one');
    const encoding = answer.headers.get('content-encoding') ?? 'identity';
    await failUnless(encoding === 'identity', answer, 'a range that was compressed in transit');
    const bytes = await readBody(answer.body, range.length);
    if (bytes === null) throw storeFailure(`The ${owner} store sent more bytes than requested.`);
    return checkLength(bytes, range, publication);
  }

  async function failUnless(isFine: boolean, answer: Response, what: string): Promise<void> {
    if (isFine) return;
    await answer.body?.cancel();
    throw storeFailure(`The ${owner} store answers with ${what}.`);
  }

  return {
    cacheMs: REMOTE_CACHE_MS,
    async read(name, range) {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      // `identity`: a range of a compressed response would be other bytes.
      const headers = range && { range: `bytes=${nameRange(range)}`, 'accept-encoding': 'identity' };
      try {
        const answer = await fetchFile(baseUrl + encodeURI(name), {
          ...(headers && { headers }),
          redirect: 'manual',
          signal,
        });
        if (answer.status !== 404)
          return await (range === undefined ? readWhole(answer) : readRange(answer, range));
        await answer.body?.cancel();
        return null;
      } catch (cause) {
        if (cause instanceof AppError) throw cause;
        // This also happens if the connection fails in the middle of a file.
        const kind = cause instanceof Error ? cause.name : 'unknown';
        throw storeFailure(`The ${owner} store doesn't answer (${kind}).`, cause);
      }
    },
  };
}

const nameRange = ({ offset, length }: FileRange) => `${offset}-${offset + length - 1}`;
