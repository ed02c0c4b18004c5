import { decodeAs, type Encoding } from './encodings.ts';

/**
 * Encodings of one byte per letter, with the points that each loses at first: few programs write the later
 * ones.
 */
const SINGLE_BYTE = [
  ['windows-1252', 0],
  ['windows-1250', 0],
  ['windows-1251', 0],
  ['iso-8859-2', 0.5],
  ['ibm852', 1.5],
  ['ibm850', 1.5],
  ['macintosh', 1.5],
  ['x-mac-ce', 1.5],
] as const satisfies readonly (readonly [Encoding, number])[];
/** Encodings whose ratings differ less are equally likely. */
const MARGIN = 1;

/** The letters beyond ASCII of each language. */
const ALPHABETS = [
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'äöüß',
  'àâæçéèêëîïôœùûüÿ',
  'áéíñóúüç',
  'àèéìíîòóùú',
  'ãõáâàçéêíóôúü',
  'áéëíïóöúüè',
  'áéíóöőúüű',
  'čšžćđ',
  'åäöæøé',
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяёъыэʼ',
].map((letters) => new Set(letters));

/** Words that are looked at. */
const MAX_WORDS = 500;
/** Points lost by a character that no word has, and by a capital in a word. */
const STRANGE = 4;
const CAPITAL = 2;

/** Lists the different words with letters beyond ASCII, as bytes. */
function listWords(bytes: Uint8Array): Uint8Array[] {
  const words = new Map<string, Uint8Array>();
  const isLetter = (byte: number) => byte > 127 || (byte > 64 && byte < 91) || (byte > 96 && byte < 123);
  for (let at = 0; at < bytes.length && words.size < MAX_WORDS; at++) {
    const start = at;
    let isHigh = false;
    for (; at < bytes.length && isLetter(bytes[at]!); at++) isHigh ||= bytes[at]! > 127;
    const word = bytes.subarray(start, at);
    if (isHigh && word.length > 2) words.set(word.join(), word);
  }
  return [...words.values()];
}

/** How well the words read: their letters of one language, less everything that no word has. */
function rate(words: readonly string[]): number {
  const text = words.join(' ');
  const beyond = [...text.toLowerCase()].filter((sign) => sign > '\u007f');
  const letters = beyond.filter((sign) => /\p{L}/u.test(sign));
  const best = Math.max(...ALPHABETS.map((alphabet) => letters.filter((sign) => alphabet.has(sign)).length));
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const mixed = count(/[a-z](?=\p{Script=Cyrillic})|\p{Script=Cyrillic}(?=[a-z])/giu);
  const strange = beyond.length - letters.length + mixed;
  return best - (letters.length - best) - strange * STRANGE - count(/\p{Ll}(?=\p{Lu})/gu) * CAPITAL;
}

export interface Guess {
  encoding: Encoding;
  /** Other encodings that are as likely, and read the words differently. */
  others: Encoding[];
}

/**
 * Guesses the encoding of a text of one byte per letter from its words.
 * @param usual the encoding to prefer among equally likely ones
 */
export function guessSingleByte(bytes: Uint8Array, usual: readonly Encoding[]): Guess {
  const words = listWords(bytes);
  const readings = SINGLE_BYTE.map(([encoding, loss]) => {
    const texts = words.map((word) => decodeAs(word, encoding));
    return { encoding, text: texts.join(' '), rating: rate(texts) - loss };
  });
  const best = Math.max(...readings.map(({ rating }) => rating));
  const likely = readings.filter(({ rating }) => rating > best - MARGIN);
  const isUsual = ({ encoding }: { encoding: Encoding }) => usual.includes(encoding);
  const rank = (each: { encoding: Encoding }) =>
    isUsual(each) ? usual.indexOf(each.encoding) : usual.length;
  const [chosen, ...rest] = likely.sort((a, b) => b.rating - a.rating || rank(a) - rank(b));
  const texts = new Set([chosen!.text]);
  const others = rest.filter(({ text }) => !texts.has(text) && texts.add(text));
  return { encoding: chosen!.encoding, others: others.map(({ encoding }) => encoding) };
}
