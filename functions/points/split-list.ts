const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Where the items of a JSON list begin, so that one of them can be parsed without the others.
 * @param bytes UTF-8
 * @returns the first byte of each item, and at the end where one more would begin: item n goes up to one byte before item n + 1; null
 *   for what is no list of at least one item
 */
export function splitList(bytes: Uint8Array): Uint32Array | null {
  if (bytes[0] !== OPEN_LIST) return null;
  const starts = [1];
  let depth = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth--;
      if (depth === 0) return Uint32Array.from([...starts, at + 1]);
    } else if (byte === COMMA && depth === 1) starts.push(at + 1);
  }
  return null;
}
