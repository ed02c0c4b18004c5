/** Header with the size of a cached response's body in bytes, decompressed. */
const BYTES = 'x-droppoint-bytes';

/** Size of each cache in bytes, computed once in a worker's lifetime and updated since. */
const counted = new Map<string, number>();
let turn: Promise<void> = Promise.resolve();

export interface CacheLimits {
  maxBytes: number;
  /** Whether a path is never evicted. */
  isLasting: (path: string) => boolean;
}

/**
 * Puts a response into a cache, and evicts the oldest entries if the cache is too large. Calls run one
 * after another, so that the size stays correct. Ignores errors, like a full disk or an interrupted
 * response.
 */
export function putBounded(
  name: string,
  path: string,
  response: Response,
  limits: CacheLimits,
): Promise<void> {
  turn = turn.then(() => put(name, path, response, limits)).catch(() => {});
  return turn;
}

async function put(name: string, path: string, response: Response, { maxBytes, isLasting }: CacheLimits) {
  const body = await response.arrayBuffer();
  const cache = await caches.open(name);
  let bytes = counted.get(name) ?? (await cache.matchAll()).reduce((sum, each) => sum + bytesOf(each), 0);
  const remove = async (key: Request | string) => {
    bytes -= bytesOf(await cache.match(key));
    await cache.delete(key);
  };
  // A replaced entry becomes the newest.
  await remove(path);
  const headers = {
    'content-type': response.headers.get('content-type') ?? '',
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

function bytesOf(response: Response | undefined): number {
  return Number(response?.headers.get(BYTES) ?? 0);
}
