/** Encodings that spreadsheets write in the languages of this page. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1252',
  'windows-1251',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface Decoded {
  text: string;
  encoding: Encoding;
  /** Number of lines in a different encoding from the rest. Each was decoded in its own. */
  mixedLines: number;
  /** Number of NUL characters, which were removed. */
  nuls: number;
}

/** Why bytes can't be decoded as text. `workbook`: a native spreadsheet file. */
export type DecodeProblem = 'workbook' | 'binary' | 'empty';

/** First bytes of ZIP (xlsx, ods) and of OLE (xls). */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];
/** Bytes that are enough to recognise a file's type. */
const SAMPLE = 4096;
/** Maximum share of NUL characters in a text. A binary file has more. */
const MAX_NUL_SHARE = 0.02;

/**
 * Decodes a file as text. Uses the encoding of the byte order mark, or UTF-16 if every other byte is NUL,
 * or UTF-8 if the bytes are valid, or the single-byte encoding whose letters make most sense.
 * @param language language of the page, which decides if the letters don't
 * @param chosen encoding chosen by the user
 */
export function decode(
  bytes: Uint8Array,
  language: string,
  chosen: Encoding | null = null,
): Decoded | DecodeProblem {
  if (bytes.length === 0) return 'empty';
  if (WORKBOOKS.some((first) => first.every((byte, at) => bytes[at] === byte))) return 'workbook';
  const marked = readByteOrderMark(bytes) ?? guessUtf16(bytes);
  const encoding = chosen ?? marked ?? (isUtf8(bytes) ? 'utf-8' : null);
  if (encoding === null || (encoding === 'utf-8' && !isUtf8(bytes)))
    return decodeLines(bytes, language, chosen);
  return clean(new TextDecoder(encoding).decode(bytes), encoding, 0);
}

function readByteOrderMark(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

/** Detects UTF-16 without a byte order mark: every Latin letter comes with a NUL byte. */
function guessUtf16(bytes: Uint8Array): Encoding | null {
  const sample = bytes.subarray(0, SAMPLE);
  const nuls = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) nuls[at % 2]!++;
  const most = sample.length / 2;
  if (nuls[1]! > most * 0.4 && nuls[0]! < most * 0.05) return 'utf-16le';
  return nuls[0]! > most * 0.4 && nuls[1]! < most * 0.05 ? 'utf-16be' : null;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const isUtf8 = (bytes: Uint8Array) => decodeStrictly(bytes).text !== null;

const NEW_LINE = 10;

/**
 * Decodes bytes that aren't valid UTF-8 as a whole. Concatenated files may mix encodings, so each line is
 * decoded in its own.
 */
function decodeLines(bytes: Uint8Array, language: string, chosen: Encoding | null): Decoded | DecodeProblem {
  const lines: { bytes: Uint8Array; text: string | null; plain: boolean }[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(NEW_LINE, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1);
    start += line.length;
    lines.push({ bytes: line, ...decodeStrictly(line) });
  }
  const others = lines.filter(({ text }) => text === null);
  const encoding = chosen === null || chosen === 'utf-8' ? guessSingleByte(others, language) : chosen;
  const narrow = new TextDecoder(encoding);
  const text = lines.map((line) => line.text ?? narrow.decode(line.bytes)).join('');
  const wide = lines.filter((line) => line.text !== null && !line.plain).length;
  // The more frequent encoding counts as the main one.
  const [main, mixedLines] =
    wide > others.length ? (['utf-8', others.length] as const) : ([encoding, wide] as const);
  return clean(text, main, mixedLines);
}

function decodeStrictly(bytes: Uint8Array): { text: string | null; plain: boolean } {
  try {
    const text = UTF8.decode(bytes);
    return { text, plain: text.length === bytes.length };
  } catch {
    return { text: null, plain: false };
  }
}

/** Decoded as Windows-1252: characters that would be Polish, Czech or Hungarian letters in Windows-1250. */
const CENTRAL =
  /(?<=\p{L})[³¿¹¼¾œŸ]|[³¿¹œ¼¾£¯¥Œ](?=\p{Ll})|[øØÆæ\u008f\u008d\u009d\u009f]|[ìù](?=\p{L})|ñ(?![aeiou])|è(?=[aeiouy])/gu;
/** Decoded as Windows-1252: letters that make sense as they are. */
const WESTERN = /[àÀãÃõÕåÅ]|ñ(?=[aeiou])|è(?![aeiouy])|[ìù](?!\p{L})/gu;
/**
 * Words made only of letters of the upper half, as Windows-1251 texts look when decoded as Windows-1252.
 */
const CYRILLIC = /[\u00c0-\u00ff]{3,}/gu;

function guessSingleByte(lines: readonly { bytes: Uint8Array }[], language: string): Encoding {
  const decoder = new TextDecoder('windows-1252');
  const sample = lines.slice(0, 500).map(({ bytes }) => decoder.decode(bytes.subarray(0, SAMPLE)));
  const count = (pattern: RegExp) =>
    sample.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
  if (count(CYRILLIC) > count(/[\u00c0-\u00ff]+/gu) / 3) return 'windows-1251';
  const [central, western] = [count(CENTRAL), count(WESTERN)];
  if (central !== western) return central > western ? 'windows-1250' : 'windows-1252';
  return language === 'pl' || language === 'cs' ? 'windows-1250' : 'windows-1252';
}

function clean(text: string, encoding: Encoding, mixedLines: number): Decoded | DecodeProblem {
  const nuls = text.split('\0').length - 1;
  if (nuls > text.length * MAX_NUL_SHARE) return 'binary';
  if (text.trim() === '') return 'empty';
  return { text: nuls === 0 ? text : text.replaceAll('\0', ''), encoding, mixedLines, nuls };
}
