import { createSnapshotFiles } from '../../network/snapshot-files.ts';

/** Answers that fit under a field. */
export const MAX_PLACES = 5;

/**
 * Asks a service. It learns which site asks (Nominatim's usage policy wants that) but not which page, and gets no cookies.
 * @throws AppError as reading a file of the network does
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

/** The zoom at which a box of so many degrees fills a phone. */
export function zoomForDegrees(degrees: number): number {
  return Math.round(Math.min(17, Math.max(4, Math.log2(360 / Math.max(degrees, 1e-6)))));
}
