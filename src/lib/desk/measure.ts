/** A typed number with its unit, which is lower case, or empty if there is none. */
export interface Measure {
  amount: number;
  unit: string;
}

const MEASURE = /^([\d.,]+)\s*(\p{L}*)\.?$/u;
/** "1.200.300" */
const GROUPED = /^\d{1,3}([.,])\d{3}(\1\d{3})*$/;

/**
 * Parses "1,2", "1.2 kg", "1 200 g", "1.200,50". A single comma or point is the decimal sign.
 * @returns null for anything else
 */
export function readMeasure(text: string): Measure | null {
  const [, digits = '', unit = ''] =
    MEASURE.exec(text.trim().replaceAll(/(?<=\d)[\s'’](?=\d{3})/g, '')) ?? [];
  const decimal = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  const sign = digits[decimal] ?? '';
  const isGrouped = sign !== '' && digits.split(sign).length > 2;
  const whole = sign === '' || isGrouped ? digits : digits.slice(0, decimal);
  const fraction = sign === '' || isGrouped ? '' : digits.slice(decimal + 1);
  if (isGrouped && !GROUPED.test(digits)) return null;
  const plain = whole.replaceAll(/[.,]/g, '');
  const amount = Number(`${plain}.${fraction}0`);
  return digits === '' || plain + fraction === '' || !Number.isFinite(amount)
    ? null
    : { amount, unit: unit.toLowerCase() };
}

const KILOGRAMS: Readonly<Record<string, number>> = {
  kg: 1,
  kgs: 1,
  g: 0.001,
  gr: 0.001,
  dag: 0.01,
  dkg: 0.01,
  t: 1000,
  lb: 0.453_592_37,
  oz: 0.028_349_523,
  кг: 1,
  г: 0.001,
};
const CENTIMETRES: Readonly<Record<string, number>> = { cm: 1, mm: 0.1, m: 100, см: 1, мм: 0.1, м: 100 };
const THOUSANDTH = 1000;
/** Units so small that three digits after a sign are thousands: "1.250 g". */
const SMALL_UNITS: ReadonlySet<string> = new Set(['g', 'gr', 'г', 'mm', 'мм']);
/** "1.250" */
const MAY_BE_GROUPED = /^[1-9]\d{0,2}([.,])\d{3}$/;

function convert(
  text: string,
  units: Readonly<Record<string, number>>,
  byDefault: string,
  groupSign = '',
): number | null {
  const digits = text.replace(/[\s\p{L}]+\.?$/u, '').trim();
  const sign = MAY_BE_GROUPED.exec(digits)?.[1];
  const unit = readMeasure(text)?.unit || byDefault;
  const isGrouped = sign !== undefined && (SMALL_UNITS.has(unit) || sign === groupSign);
  const measure = readMeasure(isGrouped ? text.replace(sign, '') : text);
  if (measure === null) return null;
  const factor = units[measure.unit || byDefault];
  return factor === undefined ? null : Math.round(measure.amount * factor * THOUSANDTH) / THOUSANDTH;
}

/**
 * @param unit of a number without a unit
 * @param groupSign the sign before thousands in the other cells of its column; empty: none is known
 * @returns kilograms; null: not a weight
 */
export const readWeight = (text: string, unit = 'kg', groupSign = '') =>
  convert(text, KILOGRAMS, unit, groupSign);
/** @param unit of a number without a unit @returns centimetres; null: not a length */
export const readLength = (text: string, unit = 'cm') => convert(text, CENTIMETRES, unit);
