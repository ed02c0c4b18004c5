/** A typed number with its unit, which is lower case, or empty if there is none. */
export interface Measure {
  amount: number;
  unit: string;
}

const MEASURE = /^([\d.,]+)\s*(\p{L}*)\.?$/u;
/** "Gramów" → "gramow" */
const foldUnit = (unit: string) => unit.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
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
    : { amount, unit: foldUnit(unit) };
}

/** Kilograms of a unit, by its folded names in the languages of this page. */
const KILOGRAMS: Readonly<Record<string, number>> = nameUnits({
  'kg, kgs, kilo, kilos, kilogram, kilograms, kilogramm, kilogramme, kilogrammes, kilogramos, kilogrammi, kilogramy, kilogramow, quilos, кг, кілограм, кілограмів': 1,
  'g, gr, grs, gram, grams, gramm, gramme, grammes, grammen, gramos, grammi, gramy, gramow, gramach, gramu, gramas, г, гр, грам, грамів, грамах': 0.001,
  'dag, dkg': 0.01,
  t: 1000,
  'lb, lbs, pound, pounds': 0.453_592_37,
  'oz, ounce, ounces': 0.028_349_523,
});
const CENTIMETRES: Readonly<Record<string, number>> = nameUnits({
  'cm, см': 1,
  'mm, мм': 0.1,
  'm, м': 100,
  'in, inch, inches': 2.54,
});

function nameUnits(units: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(units).flatMap(([names, factor]) => names.split(', ').map((name) => [name, factor])),
  );
}

/** Folded names of units that may follow a column's name; not "t" and "in", which mean something else there. */
export const UNIT_NAMES: readonly string[] = [...Object.keys(KILOGRAMS), ...Object.keys(CENTIMETRES)].filter(
  (name) => name !== 't' && name !== 'in',
);
const THOUSANDTH = 1000;
/** Units so small that three digits after a sign are thousands: "1.250 g". */
const isSmall = (unit: string) => KILOGRAMS[unit] === 0.001 || CENTIMETRES[unit] === 0.1;
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
  const isGrouped = sign !== undefined && (isSmall(unit) || sign === groupSign);
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
