import { createSnapshotFiles } from '../../network/snapshot-files.ts';

/** Number of results that fit under the field. */
export const MAX_PLACES = 5;

/**
 * Fetches JSON from a service. The request reveals the site's origin (Nominatim's usage policy requires it) but not the page, and has no cookies.
 * @throws AppError like reading a file of the network
 */
export function askJson(
  address: URL,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const asStranger: typeof globalThis.fetch = (input, init) =>
    fetch(input, { ...init, credentials: 'omit', referrerPolicy: 'strict-origin' });
  return createSnapshotFiles('', asStranger).readJson(address.href, signal === undefined ? {} : { signal });
}

/** The zoom at which a box of this width in degrees fills a phone's screen. */
export function zoomForDegrees(degrees: number): number {
  return Math.round(Math.min(17, Math.max(4, Math.log2(360 / Math.max(degrees, 1e-6)))));
}
