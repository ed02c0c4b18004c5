/** Pattern of a house number: "12", "12a", "3-5", "10/2", "17 bis". Its field also holds names of shops and floors. */
const HOUSE = String.raw`\d{1,5}(?:\s?(?:bis|ter|quater)|\p{L})?(?:\s?[-/–]\s?\d{1,5}\p{L}?)?`;
const WHOLE = new RegExp(String.raw`^${HOUSE}(?:\s\p{L})?$`, 'iu');
const AT_END = new RegExp(`^(.*\\p{L}.*?),?\\s+(${HOUSE})$`, 'iu');
/** At least two words must follow: "3 Maja" is a street, "10 Downing Street" a house. */
const AT_BEGINNING = new RegExp(`^(${HOUSE}),?\\s+(\\P{L}*\\p{L}.*\\s.+)$`, 'iu');

/**
 * Splits a street into its name and a house number, which some carriers write into the street.
 * @param number the address's own field for the number, tidied
 * @returns `house` is empty if there is none
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
