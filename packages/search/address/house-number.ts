/**
 * Pattern of a house number in lists and typed text: `12`, `12a`, `12 A`, `15-a`, `4-B`, `7 bis`,
 * `3 A-C`, `3-5`, `12/3`, `10/2a`, `12/A`. Use it with the flags `iu`.
 */
export const HOUSE_NUMBER =
  String.raw`\d{1,5}` +
  String.raw`(?:\s?(?:bis|ter|quater)(?!\p{L})|\s?[-/–]?\s?\p{L}(?:\s?[-–]\s?\p{L})?(?![\p{L}\p{N}.]))?` +
  String.raw`(?:\s?[-/–]\s?\d{1,5}\p{L}?(?![\p{L}\p{N}]))?`;
/** Words that may follow a number: "7 bis", "12 A", "3 A-C". */
const AFTER_NUMBER = /^(?:bis|ter|quater|\p{L}(?:[-–]\p{L})?)$/iu;
/** "Marszałkowska 10 m 5": Polish for "flat". */
const FLAT = /^m$/iu;
const WHOLE = new RegExp(`^${HOUSE_NUMBER}$`, 'iu');

export const isHouseNumber = (text: string): boolean => WHOLE.test(text);

/** Joins the words of a house number: "Dorpsstraat", "7", "bis" → "Dorpsstraat", "7 bis". */
export function joinHouseNumbers(words: readonly string[]): string[] {
  return words.reduce<string[]>((joined, word, at) => {
    const before = joined.at(-1) ?? '';
    const isFlat = FLAT.test(word) && /^\d/.test(words[at + 1] ?? '');
    if (/^\d{1,5}$/.test(before) && AFTER_NUMBER.test(word) && !isFlat)
      joined[joined.length - 1] = `${before} ${word}`;
    else joined.push(word);
    return joined;
  }, []);
}

/**
 * Folds a house number for comparisons: lower case, without blanks, and without a hyphen or slash
 * before a letter. "12 A", "12-a" and "12/A" → "12a", "3 A–C" → "3a-c".
 */
export function foldHouse(house: string): string {
  return house
    .toLowerCase()
    .replace(/\s+/g, '')
    .replaceAll('–', '-')
    .replace(/(?<=\d)[-/](?=\p{L})/u, '');
}

/**
 * Compares a known house number with a requested one: the same building, the same number with
 * another letter, or another number.
 */
export function compareHouses(known: string, requested: string): 'same' | 'beside' | 'other' {
  const [one, other] = [readHouse(known), readHouse(requested)];
  if (one.folded === other.folded) return 'same';
  if (one.number !== other.number)
    return one.letters + other.letters === '' && isWithin(one, other) ? 'same' : 'other';
  // "12/3" is a door of number 12; "12-14" is entered at either number.
  return one.letters === other.letters || isLetterWithin(one.letters, other.letters) ? 'same' : 'beside';
}

/** The number without letters and doors; NaN if the text isn't a house number. */
export const numberOfHouse = (house: string): number => readHouse(house).number;

interface House {
  folded: string;
  number: number;
  /** "a", "bis", "a-c"; empty for none. */
  letters: string;
  /** Last number of a range: 14 for "12-14"; otherwise the number itself. */
  last: number;
}

function readHouse(house: string): House {
  const folded = foldHouse(house);
  const [, first = '', letters = '', last = ''] =
    /^(\d+)((?:bis|ter|quater)|\p{L}(?:-\p{L})?)?(?:-(\d+))?/u.exec(folded) ?? [];
  const number = first === '' ? NaN : Number(first);
  return { folded, number, letters, last: Number(last) > number ? Number(last) : number };
}

/** Whether a range contains the other number, on the same side of the street: 14 in "12-16". */
function isWithin(one: House, other: House): boolean {
  const [range, single] = one.last > one.number ? [one, other] : [other, one];
  const { number } = single;
  return number > range.number && number <= range.last && (number - range.number) % 2 === 0;
}

/** Whether a letter is in a range of letters: "b" in "a-c". */
function isLetterWithin(one: string, other: string): boolean {
  const [range, single] = one.includes('-') ? [one, other] : [other, one];
  const [first = '', last = ''] = range.split('-');
  return last !== '' && single.length === 1 && single >= first && single <= last;
}
