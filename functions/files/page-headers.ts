import { listFormTargets } from '#contract/choose-return.ts';
import type { FunctionSettings } from '../config.ts';

const YEAR_SECONDS = 365 * 24 * 3600;
const CACHE_FOREVER = `public, max-age=${YEAR_SECONDS}, immutable`;

/** Device features denied to pages. Geolocation is allowed on the pages that offer "near me". */
const DEVICE_FEATURES = 'camera microphone payment usb serial hid midi display-capture'.split(' ');
/** Allowed on the broker's pages, which print on a label printer that the user chooses in the browser. */
const PRINTER_FEATURES = ['usb', 'serial'];

/** Files of a version of the published network; the manifest names the current version. */
const SNAPSHOT_VERSION = /^\/snapshot\/[0-9a-f]{16}\//;

/** Tiles of a version of an area; the manifest lists the versions. */
const STREET_TILE = /^\/streets\/[a-z0-9-]+\/[0-9a-f]{16}\//;

/** The elements' scripts, loaded by shops' pages: the newest of their major version, and each version by name, with its source map. */
const WIDGET_FLOATING = /^\/v\d+\/droppoint(-parcel)?\.js$/;
const WIDGET_VERSION = /^\/v\d+\/droppoint-(?!parcel\.js$)[0-9A-Za-z.-]+\.js(\.map)?$/;
/** A fixed widget reaches all shops within minutes; stale-while-revalidate, so that a slow response delays none. */
const CACHE_FLOATING = 'public, max-age=300, stale-while-revalidate=86400';

type PageKind = 'broker' | 'choose' | 'embed' | 'error' | 'locator' | 'other' | 'parcel';

/** HSTS for a year; null if the app isn't served over https. */
export function chooseStrictTransport(appOrigin: string): string | null {
  return appOrigin.startsWith('https:') ? `max-age=${YEAR_SECONDS}` : null;
}

/** Media types that run scripts or follow links if a browser opens them as a document. */
const DOCUMENT_TYPE = /^(text\/html|[\w.+/-]+[/+]xml)/;

/**
 * Sets the headers of a response outside the API: page, file, redirect or error. A page's policy for scripts is a meta tag with
 * hashes, written by the build; the header adds `frame-ancestors`, which a meta tag can't contain.
 * @param path of the request's URL, as sent: it chose the file, so it chooses the headers too
 */
export function addPageHeaders(
  { headers, status }: Response,
  path: string,
  settings: FunctionSettings,
): void {
  headers.set('x-content-type-options', 'nosniff');
  const contentType = headers.get('content-type') ?? '';
  const cacheControl = chooseCacheControl(path, contentType, status);
  if (cacheControl !== null) headers.set('cache-control', cacheControl);
  // Immutable files are never revalidated; saves 26 bytes on each file of a first visit.
  if (cacheControl === CACHE_FOREVER) headers.delete('etag');
  const strictTransport = chooseStrictTransport(settings.appOrigin);
  if (strictTransport !== null) headers.set('strict-transport-security', strictTransport);
  if (WIDGET_FLOATING.test(path) || WIDGET_VERSION.test(path)) {
    headers.set('access-control-allow-origin', '*');
    headers.set('cross-origin-resource-policy', 'cross-origin');
  }
  // The other headers concern documents. Redirects and errors of any type are documents too if a frame loads them. On the thirty
  // files of a first visit they would cost 15 KB in all.
  const isDone = status < 300 || status === 304;
  if (isDone && !DOCUMENT_TYPE.test(contentType)) return;

  const kind = recogniseKind(path, status);
  headers.set('content-security-policy', describePolicy(kind, contentType, settings));
  headers.set('referrer-policy', isSensitive(kind) ? 'no-referrer' : 'strict-origin-when-cross-origin');
  // Images run no scripts that could use device features.
  if (!contentType.startsWith('image/')) headers.set('permissions-policy', describePermissions(kind));
  // On all pages: it has no effect in a frame, and `/embed` as a top-level page must have no opener either.
  headers.set('cross-origin-opener-policy', 'same-origin');
  // A shop's element reads the status to distinguish an outage from a refusal.
  if (kind === 'embed') headers.set('access-control-allow-origin', '*');
  else if (!headers.has('cross-origin-resource-policy'))
    headers.set('cross-origin-resource-policy', 'same-origin');
}

function describePolicy(
  kind: PageKind,
  contentType: string,
  { embedOrigins, chooseReturns }: Pick<FunctionSettings, 'embedOrigins' | 'chooseReturns'>,
): string {
  const isFramed = kind === 'embed' || kind === 'parcel';
  const ancestors = isFramed ? ["'self'", ...embedOrigins].join(' ') : "'none'";
  // The page's meta tag leaves this to the header, which knows the operator's list.
  const targets = kind === 'choose' ? listFormTargets(chooseReturns) : [];
  // Pages have the rest of their policy in the meta tag. Other documents need nothing but the styles in an SVG image.
  const rest = contentType.startsWith('text/html')
    ? `base-uri 'none'; object-src 'none'; form-action ${["'self'", ...targets].join(' ')}`
    : "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  return `frame-ancestors ${ancestors}; ${rest}`;
}

/**
 * Errors are a separate kind: the page for paths that don't exist shows whatever page the path
 * resembles.
 */
function recogniseKind(path: string, status: number): PageKind {
  if (status >= 400) return 'error';
  if (/^\/account(\.html|\/|$)/i.test(path)) return 'broker';
  if (/^\/embed(\.html|\/)?$/.test(path)) return 'embed';
  if (/^\/choose(\.html|\/)?$/.test(path)) return 'choose';
  if (/^\/parcel(\.html|\/)?$/.test(path)) return 'parcel';
  return path === '/' || path === '/index.html' ? 'locator' : 'other';
}

/** Pages whose address may contain the code of a login, a parcel's number, or the link of a return. */
const isSensitive = (kind: PageKind) => kind === 'broker' || kind === 'error' || kind === 'parcel';

function describePermissions(kind: PageKind): string {
  const offersNearMe = ['locator', 'embed', 'choose', 'parcel'].includes(kind);
  const geolocation = offersNearMe ? 'geolocation=(self)' : 'geolocation=()';
  const isAllowed = (feature: string) => kind === 'broker' && PRINTER_FEATURES.includes(feature);
  const devices = DEVICE_FEATURES.map((feature) => `${feature}=${isAllowed(feature) ? '(self)' : '()'}`);
  return [geolocation, ...devices].join(', ');
}

/** The service worker, always revalidated: a fix, or switching it off, must take effect with the next visit. */
const WORKER = '/service-worker.js';

/** Files with a hash in their path never change; pages are always revalidated; errors and redirects aren't stored. */
function chooseCacheControl(path: string, contentType: string, status: number): string | null {
  if (status >= 300 && status !== 304) return 'no-store';
  const isImmutable =
    path.startsWith('/_app/immutable/') ||
    [SNAPSHOT_VERSION, STREET_TILE, WIDGET_VERSION].some((pattern) => pattern.test(path));
  if (isImmutable) return CACHE_FOREVER;
  if (WIDGET_FLOATING.test(path)) return CACHE_FLOATING;
  if (/^\/(snapshot|streets)\//.test(path) || path === WORKER) return 'no-cache';
  return contentType.startsWith('text/html') ? 'no-cache' : null;
}
