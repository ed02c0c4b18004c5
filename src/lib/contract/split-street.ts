import { HOUSE_NUMBER, isHouseNumber } from './house-number.ts';

const AT_END = new RegExp(`^(.*\\p{L}.*?),?\\s+(${HOUSE_NUMBER})$`, 'iu');
/** At least two words must follow: "3 Maja" is a street, "10 Downing Street" a house. */
const AT_BEGINNING = new RegExp(`^(${HOUSE_NUMBER}),?\\s+(\\P{L}*\\p{L}.*\\s.+)$`, 'iu');

/**
 * Splits a street into its name and a house number, because some carriers write the number into the street.
 * @param number the address's own field for the number, tidied; it may also contain names of shops and floors
 * @returns `house` is empty if there is none
 */
export function splitStreet(street: string, number: string): { street: string; house: string } {
  if (isHouseNumber(number)) {
    const doubled = street.endsWith(` ${number}`);
    return { street: doubled ? street.slice(0, -number.length - 1) : street, house: number };
  }
  const [, before = street, last = ''] = AT_END.exec(street) ?? [];
  if (last !== '') return { street: before, house: last };
  const [, first = '', after = street] = AT_BEGINNING.exec(street) ?? [];
  return { street: after, house: first };
}
