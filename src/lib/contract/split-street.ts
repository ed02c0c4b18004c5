/** What a house number looks like: "12", "12a", "3-5", "10/2", "17 bis". Beside it the field holds names of shops and floors. */
const HOUSE = String.raw`\d{1,5}(?:\s?(?:bis|ter|quater)|\p{L})?(?:\s?[-/–]\s?\d{1,5}\p{L}?)?`;
const WHOLE = new RegExp(String.raw`^${HOUSE}(?:\s\p{L})?$`, 'iu');
const AT_END = new RegExp(`^(.*\\p{L}.*?),?\\s+(${HOUSE})$`, 'iu');
/** Two words are left: "3 Maja" is a street, "10 Downing Street" a house. */
const AT_BEGINNING = new RegExp(`^(${HOUSE}),?\\s+(\\P{L}*\\p{L}.*\\s.+)$`, 'iu');

/**
 * Tells a street from the number of a house in it: some carriers write it into the street.
 * @param number the address's own field, as it came, tidied
 * @returns the number is empty where there is none
 */
export function splitStreet(street: string, number: string): { street: string; house: string } {
  if (WHOLE.test(number)) {
    const doubled = street.endsWith(` ${number}`);
    return { street: doubled ? street.slice(0, -number.length - 1) : street, house: number };
  }
  const [, before = street, last = ''] = AT_END.exec(street) ?? [];
  if (last !== '') return { street: before, house: last };
  const [, first = '', after = street] = AT_BEGINNING.exec(street) ?? [];
  return { street: after, house: first };
}
