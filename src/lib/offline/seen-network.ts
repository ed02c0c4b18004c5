import { type CacheLimits, keepBounded } from './bounded-cache.ts';

/** What was seen of the published network (docs/snapshot-format.md), a cache for each version of it. */
const PREFIX = 'droppoint-network-';
const MANIFEST = '/snapshot/manifest.json';
const VERSION = /^\/snapshot\/([0-9a-f]{16})\//;
/** The one in hand, and the one before it until that is whole enough to be shown. */
const MAX_VERSIONS = 2;
const LIMITS: CacheLimits = {
  maxBytes: 16 * 1024 * 1024,
  // Without these there is nothing to see.
  isLasting: (path) => path === MANIFEST || path.endsWith('/table.bin'),
};

/** Keeps the worker alive until something is done. */
export type Wait = (work: Promise<unknown>) => void;

/** @returns null for an address that is none of the network's */
export function answerNetwork(path: string, request: Request, wait: Wait): Promise<Response> | null {
  if (path === MANIFEST) return answerManifest(request, wait);
  const version = VERSION.exec(path)?.[1];
  return version === undefined ? null : answerFile(PREFIX + version, path, request, wait);
}

/** The site's, or without the site that of the newest version that can be shown. */
async function answerManifest(request: Request, wait: Wait): Promise<Response> {
  const asked = fetch(request);
  try {
    const answer = await inTime(asked);
    if (isFile(answer)) wait(keepManifest(answer.clone()));
    return answer;
  } catch {
    return (await findManifest()) ?? asked;
  }
}

async function keepManifest(answer: Response): Promise<void> {
  const { version } = (await answer.clone().json()) as { version?: unknown };
  if (typeof version !== 'string' || !VERSION.test(`/snapshot/${version}/`)) return;
  await keepBounded(PREFIX + version, MANIFEST, answer, LIMITS);
  const names = await listVersions();
  for (const name of names.slice(MAX_VERSIONS)) await caches.delete(name);
}

/** The newest first. */
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

/** A file of a version never changes; `reload` asks past a copy that turned out to be broken. */
async function answerFile(name: string, path: string, request: Request, wait: Wait): Promise<Response> {
  const copy = request.cache === 'reload' ? undefined : await caches.match(path, { cacheName: name });
  if (copy !== undefined) return copy;
  const answer = await fetch(request);
  // Only beside its manifest: of a version that is dropped nothing comes back.
  if (isFile(answer) && (await caches.has(name))) wait(keepBounded(name, path, answer.clone(), LIMITS));
  return answer;
}

/** No error, and no page that a host sends instead of one. */
function isFile(answer: Response): boolean {
  return answer.status === 200 && !(answer.headers.get('content-type') ?? '').startsWith('text/html');
}

/** A connection that answers nothing for so long is none. */
const PATIENCE_MS = 5_000;

/** An answer that comes soon enough. @throws where none does */
export function inTime(asked: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('No answer in time.')), PATIENCE_MS);
    asked.then(resolve, reject);
  });
}
