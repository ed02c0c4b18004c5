import { SHAPES } from '../postcode.ts';
import type { ImportField } from './fields.ts';
import { readCountryCell } from './read-country.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** "+48 500 000 301", "0176 1234567", "500 000 301"; an order number may be of digits alone. */
const PHONE = /^(?:\+|0)[\d\s()/-]{8,20}$|^\d{3}([ -])\d{3}\1\d{3}$/;
/** Formats of postcodes with a letter, blank or hyphen, which other numbers don't have. */
const POSTCODES = [...new Set(Object.values(SHAPES).flat())]
  .filter((shape) => /[^9]/.test(shape))
  .map((shape) => shape.replaceAll('9', String.raw`\d`).replaceAll('A', '[A-Z]'));
const POSTCODE = new RegExp(`^(?:${POSTCODES.join('|')})$`);

/** Forms of the cells that columns without a name may have, most certain first. */
const FORMS: readonly (readonly [field: ImportField, isSo: (cell: string) => boolean])[] = [
  ['postalCode', (cell) => POSTCODE.test(cell)],
  ['phone', (cell) => PHONE.test(cell)],
  ['country', (cell) => readCountryCell(cell) !== null],
];

/**
 * Guesses the field of a column with an unknown name by the form of its cells.
 * @param isNamed whether the table names its columns. If not, more is guessed: a language looks like a country
 */
export function guessByForm(cells: readonly string[], isNamed: boolean): ImportField | null {
  const texts = cells.map((cell) => cell.trim());
  const areAll = (isSo: (cell: string) => boolean) => texts.length > 0 && texts.every(isSo);
  // One address for all orders is the shop's own.
  const isOne = texts.length > 1 && new Set(texts).size === 1;
  if (areAll((cell) => EMAIL.test(cell)) && !isOne) return 'email';
  return isNamed ? null : (FORMS.find(([, isSo]) => areAll(isSo))?.[0] ?? null);
}
