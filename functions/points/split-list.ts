import { COMMA, scanJson } from '../../platform-client/scan-json.ts';

const OPEN_LIST = 0x5b;

/**
 * Where the items of a JSON list begin, so that one of them can be parsed without the others.
 * @param bytes UTF-8
 * @returns the first byte of each item, and at the end where one more would begin: item n goes up to one byte before item n + 1; null
 *   for what is no list of at least one item
 */
export function splitList(bytes: Uint8Array): Uint32Array | null {
  if (bytes[0] !== OPEN_LIST) return null;
  const starts = [1];
  let isWhole = false;
  scanJson(bytes, (mark, at, depth) => {
    isWhole = depth === 0;
    if (isWhole || (mark === COMMA && depth === 1)) starts.push(at + 1);
    return !isWhole;
  });
  return isWhole ? Uint32Array.from(starts) : null;
}
