/** Encodings that a table's file may have: what spreadsheets write, in the languages of this page. */
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
  /** Lines in another encoding than the rest, each read in its own. */
  mixedLines: number;
  /** NUL characters, which were left out. */
  nuls: number;
}

/** Why bytes are no table of text. `workbook`: a file of a spreadsheet program itself. */
export type NotText = 'workbook' | 'binary' | 'empty';

/** First bytes of ZIP (xlsx, ods) and of OLE (xls). */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];
/** Enough to tell what a file is. */
const SAMPLE = 4096;
/** A text has hardly any NULs, a binary file many. */
const MOST_NULS = 0.02;

/**
 * Decodes a file as text. The encoding is that of the byte order mark; else UTF-16 if every other byte is NUL; else UTF-8 if the bytes are
 * valid; else of the single-byte ones the one whose letters make sense.
 * @param language of the page: decides where letters don't
 * @param wanted chosen by the person
 */
export function decode(
  bytes: Uint8Array,
  language: string,
  wanted: Encoding | null = null,
): Decoded | NotText {
  if (bytes.length === 0) return 'empty';
  if (WORKBOOKS.some((first) => first.every((byte, at) => bytes[at] === byte))) return 'workbook';
  const marked = readMark(bytes) ?? guessWide(bytes);
  const encoding = wanted ?? marked ?? (isUtf8(bytes) ? 'utf-8' : null);
  if (encoding === null || (encoding === 'utf-8' && !isUtf8(bytes)))
    return decodeLines(bytes, language, wanted);
  return clean(new TextDecoder(encoding).decode(bytes), encoding, 0);
}

function readMark(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

/** UTF-16 without a mark: Latin letters have a NUL beside them. */
function guessWide(bytes: Uint8Array): Encoding | null {
  const sample = bytes.subarray(0, SAMPLE);
  const nuls = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) nuls[at % 2]!++;
  const most = sample.length / 2;
  if (nuls[1]! > most * 0.4 && nuls[0]! < most * 0.05) return 'utf-16le';
  return nuls[0]! > most * 0.4 && nuls[1]! < most * 0.05 ? 'utf-16be' : null;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const isUtf8 = (bytes: Uint8Array) => readStrictly(bytes).text !== null;

const NEW_LINE = 10;

/** Bytes that aren't all UTF-8. Files that were joined have several encodings: each line is read in its own. */
function decodeLines(bytes: Uint8Array, language: string, wanted: Encoding | null): Decoded | NotText {
  const lines: { bytes: Uint8Array; text: string | null; plain: boolean }[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(NEW_LINE, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1);
    start += line.length;
    lines.push({ bytes: line, ...readStrictly(line) });
  }
  const others = lines.filter(({ text }) => text === null);
  const encoding = wanted === null || wanted === 'utf-8' ? guessNarrow(others, language) : wanted;
  const narrow = new TextDecoder(encoding);
  const text = lines.map((line) => line.text ?? narrow.decode(line.bytes)).join('');
  const wide = lines.filter((line) => line.text !== null && !line.plain).length;
  // The rarer ones are those that differ.
  const [main, mixedLines] =
    wide > others.length ? (['utf-8', others.length] as const) : ([encoding, wide] as const);
  return clean(text, main, mixedLines);
}

function readStrictly(bytes: Uint8Array): { text: string | null; plain: boolean } {
  try {
    const text = UTF8.decode(bytes);
    return { text, plain: text.length === bytes.length };
  } catch {
    return { text: null, plain: false };
  }
}

/** Read as Windows-1252: what is a Polish, Czech or Hungarian letter in Windows-1250. */
const CENTRAL =
  /(?<=\p{L})[³¿¹¼¾œŸ]|[³¿¹œ¼¾£¯¥Œ](?=\p{Ll})|[øØÆæ\u008f\u008d\u009d\u009f]|[ìù](?=\p{L})|ñ(?![aeiou])|è(?=[aeiouy])/gu;
/** What makes sense as it is. */
const WESTERN = /[àÀãÃõÕåÅ]|ñ(?=[aeiou])|è(?![aeiouy])|[ìù](?!\p{L})/gu;
/** Windows-1251: words of nothing but the upper letters. */
const CYRILLIC = /[\u00c0-\u00ff]{3,}/gu;

function guessNarrow(lines: readonly { bytes: Uint8Array }[], language: string): Encoding {
  const decoder = new TextDecoder('windows-1252');
  const sample = lines.slice(0, 500).map(({ bytes }) => decoder.decode(bytes.subarray(0, SAMPLE)));
  const count = (pattern: RegExp) =>
    sample.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
  if (count(CYRILLIC) > count(/[\u00c0-\u00ff]+/gu) / 3) return 'windows-1251';
  const [central, western] = [count(CENTRAL), count(WESTERN)];
  if (central !== western) return central > western ? 'windows-1250' : 'windows-1252';
  return language === 'pl' || language === 'cs' ? 'windows-1250' : 'windows-1252';
}

function clean(text: string, encoding: Encoding, mixedLines: number): Decoded | NotText {
  const nuls = text.split('\0').length - 1;
  if (nuls > text.length * MOST_NULS) return 'binary';
  if (text.trim() === '') return 'empty';
  return { text: nuls === 0 ? text : text.replaceAll('\0', ''), encoding, mixedLines, nuls };
}
