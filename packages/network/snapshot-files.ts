import { AppError, codeOfStatus } from '#platform/errors.ts';
import { withinTime } from '#platform/within-time.ts';

const TIMEOUT_MS = 20_000;

export interface ReadOptions {
  /** As in fetch: `reload` bypasses a broken cached copy. */
  cache?: RequestCache;
  signal?: AbortSignal;
}

/** The files of a snapshot, by name. */
export interface SnapshotFiles {
  /** @throws AppError `network`, `timeout`, `aborted`, `not_found`, `rate_limited`, `unavailable`, `rejected` */
  readBytes(name: string, options?: ReadOptions): Promise<Uint8Array>;
  /** @throws AppError as `readBytes`, or `malformed` if it isn't JSON */
  readJson(name: string, options?: ReadOptions): Promise<unknown>;
}

/** Files that have been fetched already, by URL. Each is taken once, unless the request bypasses caches. */
export type FetchedFiles = Map<string, ArrayBuffer>;

/** @param folder URL of the folder, with a trailing slash */
export function createSnapshotFiles(
  folder: string,
  fetch: typeof globalThis.fetch,
  fetched?: FetchedFiles,
): SnapshotFiles {
  function read<Body>(
    name: string,
    { cache, signal }: ReadOptions,
    take: (response: Response) => Promise<Body>,
  ): Promise<Body> {
    return withinTime(
      TIMEOUT_MS,
      async (asking) => {
        const response = await fetch(folder + name, { signal: asking, ...(cache && { cache }) });
        const { ok, status } = response;
        if (ok) return take(response);
        const code = codeOfStatus(status, { 404: 'not_found', 410: 'not_found' });
        throw new AppError(code, `${name} was answered with ${status}.`, { status });
      },
      signal,
      { problems: [name] },
    );
  }

  return {
    async readBytes(name, options = {}) {
      const bytes = options.cache === undefined ? fetched?.get(folder + name) : undefined;
      if (bytes === undefined)
        return read(name, options, async (response) => new Uint8Array(await response.arrayBuffer()));
      fetched?.delete(folder + name);
      return new Uint8Array(bytes);
    },
    async readJson(name, options = {}) {
      const text = await read(name, options, (response) => response.text());
      return parseSnapshotJson(text, name);
    },
  };
}

/** @throws AppError `malformed` */
export function parseSnapshotJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('malformed', `${name} is not JSON.`, { cause, problems: [name] });
  }
}

/**
 * Waits for a promise that others may also wait for: an abort ends only this wait, not the shared operation.
 * @throws AppError `aborted`
 */
export async function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return promise;
  let giveUp = () => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(new AppError('aborted', 'The request was given up.'));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
