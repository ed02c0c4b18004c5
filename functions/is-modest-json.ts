/** A point of the platform's nests five deep, a shipment a few deeper. */
const DEPTH_AT_MOST = 32;
/** Four hundred for each of 500 points on a page, which have about sixty. */
const VALUES_AT_MOST = 200_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Whether a JSON text is cheap to parse for its size: 6 MB of brackets take JSON.parse two seconds, 6 MB of words a few milliseconds.
 * Looks at brackets and commas alone and stops at the first that is too much; whether it is JSON, JSON.parse says.
 * @param bytes UTF-8
 */
export function isModestJson(bytes: Uint8Array): boolean {
  let depth = 0;
  let values = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT || byte === COMMA) {
      if (byte !== COMMA) depth++;
      values++;
      if (depth > DEPTH_AT_MOST || values > VALUES_AT_MOST) return false;
    }
  }
  return true;
}
