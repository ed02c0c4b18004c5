import { readBody } from '../../platform-client/read-body.ts';
import { checkLength, LARGEST_MANIFEST, StoreError, type StreetsStore } from './store.ts';

const KEPT_MS = 30_000;
/** A shopper's map shows no street sooner for waiting longer. */
const WITHIN_MS = 5_000;

/**
 * Streets at an address that answers ranges: an object store, a web server. What stands between may answer the whole file, a page that
 * says it is sorry, or fewer bytes; nothing of that is taken for a tile.
 * @param baseUrl ends with a slash
 */
export function createAddressStore(baseUrl: string, fetchFile: typeof fetch): StreetsStore {
  async function ask<Answer>(
    name: string,
    headers: Record<string, string>,
    read: (answer: Response) => Promise<Answer>,
  ): Promise<Answer | null> {
    try {
      const signal = AbortSignal.timeout(WITHIN_MS);
      // Packed on the way, a range would be one of something else.
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
    keptMs: KEPT_MS,
    readManifest: (name) =>
      ask(name, {}, async (answer) => {
        await refuseUnless(answer.status === 200, answer, `status ${answer.status}`);
        const bytes = await readBody(answer.body, LARGEST_MANIFEST);
        if (bytes === null) throw new StoreError("the streets' manifest is too long");
        return bytes;
      }),
    readRange: (name, offset, length) =>
      ask(name, { range: `bytes=${offset}-${offset + length - 1}` }, async (answer) => {
        await refuseUnless(answer.status === 206, answer, `status ${answer.status} to a range`);
        const told = answer.headers.get('content-range') ?? 'none';
        const isAsked = told.startsWith(`bytes ${offset}-${offset + length - 1}/`);
        await refuseUnless(isAsked, answer, 'another range than was asked for');
        const encoding = answer.headers.get('content-encoding') ?? 'identity';
        await refuseUnless(encoding === 'identity', answer, 'a range packed on its way');
        const bytes = await readBody(answer.body, length);
        if (bytes === null) throw new StoreError("the streets' store sent more bytes than were asked for");
        return checkLength(bytes, length);
      }),
  };
}

async function refuseUnless(isFine: boolean, answer: Response, what: string): Promise<void> {
  if (isFine) return;
  await answer.body?.cancel();
  throw new StoreError(`the streets' store answers with ${what}`);
}
