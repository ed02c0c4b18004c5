import { readMeasure } from '../measure.ts';

/** Properties of a column of weights. */
export interface WeightColumn {
  /** Whether its numbers are so large that grams are likely. */
  mayBeGrams: boolean;
  /** The sign before thousands; empty: none is known. */
  groupSign: string;
}

/** A number of more kilograms is likely to be of grams. */
export const LIKELY_GRAMS = 50;
/** A parcel of fewer kilograms isn't likely. */
export const LIKELY_KILOGRAMS = 0.01;
const WHOLE = /^[\d\s.,'’]+$/;

/**
 * Reads a column of weights without a unit in its name.
 * @param cells its texts
 */
export function readWeightColumn(cells: readonly string[]): WeightColumn {
  const numbers = cells.map((cell) => cell.trim()).filter((cell) => WHOLE.test(cell) && /\d/.test(cell));
  const decimals = new Set(numbers.map(readDecimalSign).filter((sign) => sign !== ''));
  const [decimal = ''] = decimals;
  const groupSign = decimals.size !== 1 ? '' : decimal === ',' ? '.' : ',';
  const isLarge = (cell: string) => {
    const amount = readMeasure(cell.replace(/^([1-9]\d{0,2})[.,](\d{3})$/, '$1$2'))?.amount ?? 0;
    return amount > LIKELY_GRAMS;
  };
  const large = numbers.filter(isLarge).length;
  return { mayBeGrams: large > 0 && large * 2 > numbers.length, groupSign };
}

/** The sign that is certainly decimal: "1,5", "0.850", "1.250,5". "1.250" may be either. */
function readDecimalSign(cell: string): string {
  const signs = cell.replaceAll(/[^.,]/g, '');
  const last = signs.at(-1) ?? '';
  const fraction = cell.slice(cell.lastIndexOf(last) + 1).length;
  const isSure = fraction !== 3 || /^0[.,]/.test(cell) || new Set(signs).size > 1;
  return last !== '' && signs.lastIndexOf(last) === signs.indexOf(last) && isSure ? last : '';
}
