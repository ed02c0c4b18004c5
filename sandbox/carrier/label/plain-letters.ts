import { LATIN_LETTERS } from '#network/snapshot-format/fold.ts';

/** Cyrillic letters by Ukraine's romanization of 2010, with letters of other languages. */
const CYRILLIC = `
  а a   б b   в v   г h   ґ g   д d   е e    є ie   ж zh   з z    и y      і i    ї i    й i   к k   л l
  м m   н n   о o   п p   р r   с s   т t    у u    ф f    х kh   ц ts     ч ch   ш sh   щ shch
  ю iu  я ia  ё e   ы y   э e`;

/** These, and Latin letters without a Unicode decomposition. */
const LETTERS: Readonly<Record<string, string>> = {
  ...LATIN_LETTERS,
  ...Object.fromEntries(
    Array.from(CYRILLIC.matchAll(/(\S) (\S+)/g), ([, ...pair]) => pair as [string, string]),
  ),
  ь: '',
  ъ: '',
  '’': "'",
};

/** Writes a text in ASCII, which every printer's fonts have: "Łódź" → "Lodz", "Київ" → "Kyiv". Other characters become `?`. */
export const writePlainLetters = (text: string): string =>
  [...text.normalize('NFC')].map(writePlain).join('');

function writePlain(letter: string): string {
  if (/[\x20-\x7e]/.test(letter)) return letter;
  const small = LETTERS[letter.toLowerCase()];
  if (small !== undefined)
    return letter === letter.toLowerCase() ? small : small.charAt(0).toUpperCase() + small.slice(1);
  const base = letter.normalize('NFKD').replace(/\p{M}+/gu, '');
  if (/\s/.test(letter)) return ' ';
  return /^[\x20-\x7e]+$/.test(base) ? base : '?';
}
