const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

export const COMMA = 0x2c;

/**
 * Hands out the brackets and commas of a JSON text, but for those within strings. Whether it is JSON, JSON.parse says.
 * @param bytes UTF-8
 * @param onMark told the byte, its place and how many brackets are open after it; `false` ends the scan
 */
export function scanJson(
  bytes: Uint8Array,
  onMark: (mark: number, at: number, depth: number) => boolean,
): void {
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
