import type { Settings } from '../config.ts';

const YEAR_SECONDS = 365 * 24 * 3600;
const CACHE_FOR_EVER = `public, max-age=${YEAR_SECONDS}, immutable`;

/** What a page may use of the device; `(self)` for the two pages that offer "near me". */
const DEVICE_FEATURES = 'camera microphone payment usb serial hid midi display-capture'.split(' ');

/** Files of one version of the published network; the manifest beside them names the newest. */
const SNAPSHOT_VERSION = /^\/snapshot\/[0-9a-f]{16}\//;

/** Tiles of one version of an area; which versions there are, the manifest beside them tells. */
const STREET_TILE = /^\/streets\/[a-z0-9-]+\/[0-9a-f]{16}\//;

/** The widget's script, which pages of any shop load: the newest of its major version, and each version by its name. */
const WIDGET_FLOATING = /^\/v\d+\/droppoint\.js$/;
const WIDGET_VERSION = /^\/v\d+\/droppoint-[0-9A-Za-z.-]+\.js$/;
/** A mended widget is to reach every shop within minutes, and a slow answer of ours is to hold up none. */
const CACHE_FLOATING = 'public, max-age=300, stale-while-revalidate=86400';

type PageKind = 'broker' | 'embed' | 'locator' | 'other';

/** HSTS for a year, where people come over https at all; null on this machine. */
export function chooseStrictTransport(appOrigin: string): string | null {
  return appOrigin.startsWith('https:') ? `max-age=${YEAR_SECONDS}` : null;
}

/** What runs scripts or follows links when a browser shows it by itself. */
const DOCUMENT_TYPE = /^(text\/html|[\w.+/-]+[/+]xml)/;

/**
 * Sets the headers of an answer that is no answer of the API: page, file, redirect or error. The page's own policy for scripts is
 * a meta tag with hashes, written by the build; the header adds what a meta tag can't say: who may frame the page.
 */
export function addPageHeaders({ headers, status }: Response, path: string, settings: Settings): void {
  headers.set('x-content-type-options', 'nosniff');
  const contentType = headers.get('content-type') ?? '';
  const cacheControl = chooseCacheControl(path, contentType, status);
  if (cacheControl !== null) headers.set('cache-control', cacheControl);
  // Nobody asks whether it has changed; 26 bytes on each file of a first visit.
  if (cacheControl === CACHE_FOR_EVER) headers.delete('etag');
  const strictTransport = chooseStrictTransport(settings.appOrigin);
  if (strictTransport !== null) headers.set('strict-transport-security', strictTransport);
  if (WIDGET_FLOATING.test(path) || WIDGET_VERSION.test(path)) {
    headers.set('access-control-allow-origin', '*');
    headers.set('cross-origin-resource-policy', 'cross-origin');
  }
  // The rest is about documents, and redirects and errors of any type are documents where somebody leads a frame to them. On each of
  // the thirty files of a first visit it would cost 15 KB.
  const isDone = status < 300 || status === 304;
  if (isDone && !DOCUMENT_TYPE.test(contentType)) return;

  const kind = recogniseKind(path);
  headers.set('content-security-policy', describePolicy(kind, contentType, settings.embedOrigins));
  headers.set('referrer-policy', kind === 'broker' ? 'no-referrer' : 'strict-origin-when-cross-origin');
  // A picture runs no script that could ask for anything.
  if (!contentType.startsWith('image/')) headers.set('permissions-policy', describePermissions(kind));
  // In a frame it does nothing; opened by itself, the page that shops frame has no tie to who opened it either.
  headers.set('cross-origin-opener-policy', 'same-origin');
  if (kind !== 'embed' && !headers.has('cross-origin-resource-policy'))
    headers.set('cross-origin-resource-policy', 'same-origin');
}

function describePolicy(kind: PageKind, contentType: string, embedOrigins: readonly string[]): string {
  const ancestors = kind === 'embed' ? ["'self'", ...embedOrigins].join(' ') : "'none'";
  // Pages bring the rest in their meta tag. What is no page of ours needs nothing, but for the styles in a picture.
  const rest = contentType.startsWith('text/html')
    ? "base-uri 'none'; object-src 'none'; form-action 'self'"
    : "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  return `frame-ancestors ${ancestors}; ${rest}`;
}

function recogniseKind(path: string): PageKind {
  if (/^\/account(\.html|\/|$)/i.test(path)) return 'broker';
  if (/^\/embed(\.html|\/)?$/.test(path)) return 'embed';
  return path === '/' || path === '/index.html' ? 'locator' : 'other';
}

function describePermissions(kind: PageKind): string {
  const geolocation = kind === 'locator' || kind === 'embed' ? 'geolocation=(self)' : 'geolocation=()';
  return [geolocation, ...DEVICE_FEATURES.map((feature) => `${feature}=()`)].join(', ');
}

/** The service worker: what mends it, or switches it off, is to be there with the next visit. */
const WORKER = '/service-worker.js';

/** Files with a hash in their address never change; pages are asked for again each time; what isn't there today may be there tomorrow. */
function chooseCacheControl(path: string, contentType: string, status: number): string | null {
  if (status >= 300 && status !== 304) return 'no-store';
  const isForEver =
    path.startsWith('/_app/immutable/') ||
    [SNAPSHOT_VERSION, STREET_TILE, WIDGET_VERSION].some((pattern) => pattern.test(path));
  if (isForEver) return CACHE_FOR_EVER;
  if (WIDGET_FLOATING.test(path)) return CACHE_FLOATING;
  if (/^\/(snapshot|streets)\//.test(path) || path === WORKER) return 'no-cache';
  return contentType.startsWith('text/html') ? 'no-cache' : null;
}
