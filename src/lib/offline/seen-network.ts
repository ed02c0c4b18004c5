import { type CacheLimits, putBounded } from './bounded-cache.ts';

/** Prefix of the caches of the published network's files (docs/snapshot-format.md), one cache per version. */
const PREFIX = 'droppoint-network-';
const MANIFEST = '/snapshot/manifest.json';
const VERSION = /^\/snapshot\/([0-9a-f]{16})\//;
/**
 * Number of cached versions: the current one and the previous one, which is needed until the
 * current one's table is cached.
 */
const MAX_VERSIONS = 2;
const LIMITS: CacheLimits = {
  maxBytes: 16 * 1024 * 1024,
  // Files without which nothing can be shown.
  isLasting: (path) => path === MANIFEST || path.endsWith('/table.bin'),
};

/** Prevents the worker from stopping until a promise is settled (`waitUntil`). */
export type Wait = (work: Promise<unknown>) => void;

/** Responds to a request for a file of the network. @returns null for any other path */
export function respondWithNetwork(path: string, request: Request, wait: Wait): Promise<Response> | null {
  if (path === MANIFEST) return respondWithManifest(request, wait);
  const version = VERSION.exec(path)?.[1];
  return version === undefined ? null : respondWithFile(PREFIX + version, path, request, wait);
}

/** Responds with the site's manifest, or offline with that of the newest version that can be shown. */
async function respondWithManifest(request: Request, wait: Wait): Promise<Response> {
  const pending = fetch(request);
  try {
    const response = await withTimeout(pending);
    if (isFile(response)) wait(cacheManifest(response.clone()));
    return response;
  } catch {
    return (await findManifest()) ?? pending;
  }
}

async function cacheManifest(response: Response): Promise<void> {
  const { version } = (await response.clone().json()) as { version?: unknown };
  if (typeof version !== 'string' || !VERSION.test(`/snapshot/${version}/`)) return;
  await putBounded(PREFIX + version, MANIFEST, response, LIMITS);
  const names = await listVersions();
  for (const name of names.slice(MAX_VERSIONS)) await caches.delete(name);
}

/** Names of the versions' caches, the newest first. */
async function listVersions(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX)).reverse();
}

async function findManifest(): Promise<Response | null> {
  for (const name of await listVersions()) {
    const manifest = await caches.match(MANIFEST, { cacheName: name });
    const table = await caches.match(`/snapshot/${name.slice(PREFIX.length)}/table.bin`, { cacheName: name });
    if (manifest !== undefined && table !== undefined) return manifest;
  }
  return null;
}

/** Responds from the cache, as a version's files never change; except for `reload`, used after a copy was found to be corrupt. */
async function respondWithFile(name: string, path: string, request: Request, wait: Wait): Promise<Response> {
  const copy = request.cache === 'reload' ? undefined : await caches.match(path, { cacheName: name });
  if (copy !== undefined) return copy;
  const response = await fetch(request);
  // Write only into an existing cache, so that a deleted version's cache isn't created again.
  if (isFile(response) && (await caches.has(name))) wait(putBounded(name, path, response.clone(), LIMITS));
  return response;
}

/** Whether a response is a file, not an error or a host's HTML page in its place. */
function isFile(response: Response): boolean {
  return response.status === 200 && !(response.headers.get('content-type') ?? '').startsWith('text/html');
}

/** After this time without a response, the connection counts as lost. */
const PATIENCE_MS = 5_000;

/** Returns the response. @throws Error if there is none within PATIENCE_MS, or the request's own error */
export function withTimeout(pending: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`No response within ${PATIENCE_MS} ms.`)), PATIENCE_MS);
    pending.then(resolve, reject);
  });
}
