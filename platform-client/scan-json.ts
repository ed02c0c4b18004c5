const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const COMMA = 0x2c;

/**
 * Hands out the brackets and commas of a JSON text, but for those within strings. Whether it is JSON, JSON.parse says.
 * @param bytes UTF-8
 * @param onMark told the byte, its place and how many brackets are open after it; `false` ends the scan
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
