import { COMMA, isOpening, scanJson } from './scan-json.ts';

/** A point of the platform's nests five deep, a shipment a few deeper. */
const MAX_DEPTH = 32;
/** Four hundred for each of 500 points on a page, which have about sixty. */
const MAX_VALUES = 200_000;

/**
 * Whether a JSON text is cheap to parse for its size: 6 MB of brackets take JSON.parse two seconds, 6 MB of words a few milliseconds.
 * Stops at the first bracket or comma that is too much.
 * @param bytes UTF-8
 */
export function isModestJson(bytes: Uint8Array): boolean {
  let values = 0;
  let isModest = true;
  scanJson(bytes, (mark, _at, depth) => {
    if (mark === COMMA || isOpening(mark)) values++;
    isModest = depth <= MAX_DEPTH && values <= MAX_VALUES;
    return isModest;
  });
  return isModest;
}
