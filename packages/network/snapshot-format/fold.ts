/** Latin letters without a Unicode decomposition, and how people type them on keyboards that lack them. */
export const LATIN_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
};
/** Adds the sigma at the end of a word. */
const LETTERS: Readonly<Record<string, string>> = { ...LATIN_LETTERS, ς: 'σ' };

/**
 * Folds a name for look-ups: lower case, no diacritics, and one blank for each run of characters other than
 * letters and digits. "Łódź-Górna" → "lodz gorna", "STRASSE" and "Straße" → "strasse".
 */
export function foldName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[łßøæœđðþħıŋς]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** "D-", "PL-": country prefix of a postcode. */
const COUNTRY_BEFORE = /^\p{L}{1,3}-(?=\d)/u;

/**
 * Folds a postcode: like a name, but without blanks, because people omit blanks and hyphens, and without
 * the country prefix. "SW1A 1AA" → "sw1a1aa", "L-1234" → "1234".
 */
export function foldPostcode(postcode: string): string {
  return foldName(postcode.trim().replace(COUNTRY_BEFORE, '')).replaceAll(' ', '');
}
