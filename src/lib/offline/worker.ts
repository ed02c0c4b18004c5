/**
 * The service worker: offline, the locator shows the data that was last seen. It only responds to
 * the locator's requests; requests of other pages, and requests to the API, go to the network.
 * Bundled to /service-worker.js by scripts/build-offline.mjs.
 */
import { putBounded } from './bounded-cache.ts';
import {
  respondWithFile,
  findPage,
  deleteOthers,
  isSuperseded,
  cacheRelease,
  recordPage,
  RELEASE,
} from './release.ts';
import { respondWithNetwork, withTimeout, type Wait } from './seen-network.ts';

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

const LOCATOR = '/';
const APP_FILES = '/_app/immutable/';
const LAND_FILES = '/basemap/';
const FILES = [APP_FILES, LAND_FILES, '/snapshot/'];
/** Tiles of the base map, cached per release, as its code must be able to read them. */
const LAND = `${RELEASE}-land`;
const LAND_LIMITS = { maxBytes: 8 * 1024 * 1024, isLasting: () => false };

// Without skipWaiting: pages of the previous release keep their worker; this one is activated when the last of them is closed.
worker.addEventListener('install', (event) => event.waitUntil(cacheRelease()));

worker.addEventListener('activate', (event) =>
  event.waitUntil(deleteOthers().then(() => worker.clients.claim())),
);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const wait: Wait = (work) => event.waitUntil(work);
  if (request.mode === 'navigate') {
    if (pathname === LOCATOR) event.respondWith(respondWithPage(request, wait));
  } else if (FILES.some((folder) => pathname.startsWith(folder))) {
    event.respondWith(respondToClient(event.clientId, pathname, request, wait));
  }
});

/** A page loaded before this worker sends the paths that it has requested so far, all of which are in the browser's cache. */
worker.addEventListener('message', (event) => {
  const { source } = event;
  const data: unknown = event.data;
  if (!(source instanceof WindowClient) || !isLocator(source) || !Array.isArray(data)) return;
  const wait: Wait = (work) => event.waitUntil(work);
  const paths = data.filter((path: unknown) => typeof path === 'string');
  wait(cachePaths(paths, wait));
});

async function cachePaths(paths: readonly string[], wait: Wait): Promise<void> {
  // The manifest creates the cache for the network's files.
  const isManifest = (path: string) => Number(path.endsWith('/manifest.json'));
  const manifestFirst = [...paths].sort((a, b) => isManifest(b) - isManifest(a));
  for (const path of manifestFirst)
    if (FILES.some((folder) => path.startsWith(folder)))
      await respond(path, new Request(path, { priority: 'low' }), wait).catch(() => {});
}

async function respondWithPage(request: Request, wait: Wait): Promise<Response> {
  const pending = fetch(request);
  try {
    const page = await withTimeout(pending);
    wait(recordPage(page.clone()));
    return page;
  } catch {
    return (await findPage()) ?? pending;
  }
}

async function respondToClient(id: string, path: string, request: Request, wait: Wait): Promise<Response> {
  const client = await worker.clients.get(id);
  return client !== undefined && isLocator(client) ? respond(path, request, wait) : fetch(request);
}

function isLocator({ url }: Client): boolean {
  return new URL(url).pathname === LOCATOR;
}

function respond(path: string, request: Request, wait: Wait): Promise<Response> {
  if (path.startsWith(APP_FILES)) return respondWithFile(path, request);
  if (path.startsWith(LAND_FILES)) return respondWithLand(path, request, wait);
  return respondWithNetwork(path, request, wait) ?? fetch(request);
}

/** Network first, as another release's files have the same names, and its pages may be open too. */
async function respondWithLand(path: string, request: Request, wait: Wait): Promise<Response> {
  try {
    const land = await fetch(request);
    if (land.status === 200 && !(await isSuperseded()))
      wait(putBounded(LAND, path, land.clone(), LAND_LIMITS));
    return land;
  } catch (error) {
    const copy = await caches.match(path, { cacheName: LAND });
    if (copy === undefined) throw error;
    return copy;
  }
}
