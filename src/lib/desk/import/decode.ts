import { decodeAs, type Encoding } from './encodings.ts';
import { guessSingleByte, type Guess } from './guess-encoding.ts';

export interface Decoded {
  text: string;
  encoding: Encoding;
  /** Other encodings that are as likely. */
  others: Encoding[];
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
/** The longest part of a file whose letters are counted. */
const MAX_GUESSED = 2 ** 20;
/** Bytes before the first one beyond ASCII that may belong to its word. */
const LONGEST_WORD = 40;
/** Maximum share of NUL characters in a text. A binary file has more. */
const MAX_NUL_SHARE = 0.02;

/**
 * Decodes a file as text. Uses the encoding of the byte order mark, or UTF-16 if every other byte is NUL,
 * or UTF-8 if most letters beyond ASCII are valid, or the single-byte encoding whose letters make most sense.
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
  const known = chosen ?? readByteOrderMark(bytes) ?? guessUtf16(bytes);
  const { encoding, others } = known === null ? guessWidth(bytes, language) : { encoding: known, others: [] };
  const text = decodeAs(bytes, encoding);
  const nuls = text.split('\0').length - 1;
  if (nuls > text.length * MAX_NUL_SHARE) return 'binary';
  if (text.trim() === '') return 'empty';
  return { text: nuls === 0 ? text : text.replaceAll('\0', ''), encoding, others, nuls };
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

/** Guesses from the part that begins with the first byte beyond ASCII. */
function guessWidth(bytes: Uint8Array, language: string): Guess {
  const start = bytes.findIndex((byte) => byte > 127);
  if (start < 0) return { encoding: 'utf-8', others: [] };
  const first = Math.max(0, start - LONGEST_WORD);
  const part = bytes.subarray(start, start + MAX_GUESSED);
  const text = new TextDecoder('utf-8').decode(part);
  const lost = countLost(part);
  if (count(text, /[\u0080-\uFFFC]/g) + lost >= count(text, /\uFFFD/g) - lost)
    return { encoding: 'utf-8', others: [] };
  const sample = bytes.subarray(first, first + MAX_GUESSED);
  const isCentral = language === 'pl' || language === 'cs';
  const usual: Encoding[] = isCentral ? ['windows-1250', 'windows-1252'] : ['windows-1252', 'windows-1250'];
  const guess = guessSingleByte(sample, language === 'uk' ? ['windows-1251', ...usual] : usual);
  // Czech and French share the bytes of their letters: the letters beside them decide.
  const pair: readonly Encoding[] = ['windows-1250', 'windows-1252'];
  if (![guess.encoding, ...guess.others].every((each) => pair.includes(each))) return guess;
  const western = new TextDecoder('windows-1252').decode(sample);
  const difference = count(western, CENTRAL) - count(western, WESTERN);
  if (difference === 0 || guess.others.length === 0) return guess;
  return { encoding: difference > 0 ? 'windows-1250' : 'windows-1252', others: [] };
}

/** Counts the signs for lost letters that a program has written as UTF-8. */
function countLost(bytes: Uint8Array): number {
  let lost = 0;
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1))
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) lost++;
  return lost;
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Decoded as Windows-1252: characters that would be Polish, Czech or Hungarian letters in Windows-1250. */
const CENTRAL =
  /(?<=\p{L})[³¿¹¼¾œŸ]|[³¿¹œ¼¾£¯¥Œ](?=\p{Ll})|[\u008f\u008d\u009d\u009f]|[ìù](?=\p{L})|ñ(?![aeiou])|è(?=[aeiouy])/gu;
/** Decoded as Windows-1252: letters that make sense as they are. */
const WESTERN = /[àÀãÃõÕåÅ]|ñ(?=[aeiou])|è(?![aeiouy])|[ìù](?!\p{L})/gu;
