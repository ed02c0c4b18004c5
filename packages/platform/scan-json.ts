const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const COMMA = 0x2c;

/**
 * Finds the brackets and commas of a JSON text outside strings. Doesn't check whether it is valid JSON.
 * @param bytes UTF-8
 * @param onMark called with the byte, its index, and the number of open brackets after it; returns `false` to end the scan
 */
function scanJson(bytes: Uint8Array, onMark: (mark: number, at: number, depth: number) => boolean): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (isOpening(byte) || isClosing(byte) || byte === COMMA) {
      if (byte !== COMMA) depth += isOpening(byte) ? 1 : -1;
      if (!onMark(byte, at, depth)) return;
    }
  }
}

function isOpening(mark: number): boolean {
  return mark === OPEN_LIST || mark === OPEN_OBJECT;
}

function isClosing(mark: number): boolean {
  return mark === CLOSE_LIST || mark === CLOSE_OBJECT;
}

/** The platform's points are nested five levels deep, shipments a few more. */
const MAX_DEPTH = 32;
/** A point has about sixty values. */
export const MAX_VALUES_OF_POINT = 400;
/** Limit for a page of 500 points. */
const MAX_VALUES = 500 * MAX_VALUES_OF_POINT;

/**
 * Whether a JSON text is within the limits of depth and values: JSON.parse takes two seconds for 6 MB of brackets, a few
 * milliseconds for 6 MB of strings. Stops at the first bracket or comma beyond a limit.
 * @param bytes UTF-8
 */
export function isModestJson(bytes: Uint8Array, maxValues = MAX_VALUES): boolean {
  let values = 0;
  let isModest = true;
  scanJson(bytes, (mark, _at, depth) => {
    if (mark === COMMA || isOpening(mark)) values++;
    isModest = depth <= MAX_DEPTH && values <= maxValues;
    return isModest;
  });
  return isModest;
}

/**
 * Finds the items of a JSON array, so that one of them can be parsed without the others.
 * @param bytes UTF-8
 * @returns the index of each item's first byte, and at the end the index where another item would start:
 *   item n ends one byte before item n + 1; null if it isn't a complete array
 */
export function splitJsonList(bytes: Uint8Array): Uint32Array | null {
  if (bytes[0] !== OPEN_LIST) return null;
  const starts = [1];
  let isComplete = false;
  scanJson(bytes, (mark, at, depth) => {
    isComplete = depth === 0;
    if (isComplete || (mark === COMMA && depth === 1)) starts.push(at + 1);
    return !isComplete;
  });
  return isComplete ? Uint32Array.from(starts) : null;
}
