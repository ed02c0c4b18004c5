/** The bytes of a kept answer: what came compressed is kept as it was read. */
const BYTES = 'x-droppoint-bytes';

/** Bytes of each cache, counted once in a worker's life. */
const counted = new Map<string, number>();
let turn: Promise<void> = Promise.resolve();

export interface CacheLimits {
  maxBytes: number;
  /** What stays as long as its cache does. */
  isLasting: (path: string) => boolean;
}

/**
 * Keeps an answer in a cache; what was kept first goes first when there are too many bytes. One after the other, so that the count is
 * right; what can't be kept, because the disk is full or the answer was cut off, isn't.
 */
export function keepBounded(
  name: string,
  path: string,
  answer: Response,
  limits: CacheLimits,
): Promise<void> {
  turn = turn.then(() => put(name, path, answer, limits)).catch(() => {});
  return turn;
}

async function put(name: string, path: string, answer: Response, { maxBytes, isLasting }: CacheLimits) {
  const body = await answer.arrayBuffer();
  const cache = await caches.open(name);
  let bytes = counted.get(name) ?? (await cache.matchAll()).reduce((sum, each) => sum + bytesOf(each), 0);
  const remove = async (key: Request | string) => {
    bytes -= bytesOf(await cache.match(key));
    await cache.delete(key);
  };
  // An answer that replaces another is the newest again.
  await remove(path);
  const headers = {
    'content-type': answer.headers.get('content-type') ?? '',
    [BYTES]: String(body.byteLength),
  };
  await cache.put(path, new Response(body, { headers }));
  bytes += body.byteLength;
  for (const key of await cache.keys()) {
    if (bytes <= maxBytes) break;
    if (!isLasting(new URL(key.url).pathname)) await remove(key);
  }
  counted.set(name, bytes);
}

function bytesOf(answer: Response | undefined): number {
  return Number(answer?.headers.get(BYTES) ?? 0);
}
