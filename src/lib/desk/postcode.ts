/**
 * Formats of postcodes, with the countries that use them. 9 stands for a digit, A for a letter, anything
 * else for itself.
 */
const COUNTRIES = {
  '9999': 'AT BE BG CH CY DK HU LI LU NO SI',
  '99999': 'DE EE ES FI FR HR IT MC SM UA',
  '999999': 'RO',
  '999 99': 'CZ GR SE SK',
  '99-999': 'PL',
  '9999-999': 'PT',
  '9999 AA': 'NL',
  AD999: 'AD',
  'LV-9999': 'LV',
  'LT-99999,99999': 'LT',
  'A9 9AA,A99 9AA,AA9 9AA,AA99 9AA,A9A 9AA,AA9A 9AA': 'GB',
};
/** The formats of a country's postcodes. */
export const SHAPES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(COUNTRIES).flatMap(([shapes, countries]) =>
    countries.split(' ').map((country) => [country, shapes.split(',')]),
  ),
);

/** Zeros that postcodes may start with. Spreadsheets drop them. */
const ZEROS: Readonly<Record<string, number>> = {
  PL: 2,
  IT: 2,
  FI: 2,
  NO: 2,
  DE: 1,
  FR: 1,
  ES: 1,
  UA: 1,
  SK: 1,
  RO: 1,
  LT: 1,
  US: 2,
  DK: 1,
};

/** A postcode without blanks and hyphens. */
export const bare = (text: string) => text.toUpperCase().replaceAll(/[\s\p{Pd}]+/gu, '');
/** "D-10115", "PL 00-950"; "T-64135" is no postcode. */
const beforeDigits = (country: string) => new RegExp(`^(${country}|${country[0]})(?=\\d)`);

/**
 * Parses a postcode by its country's format, and writes it in that format: "00950" → "00-950".
 * @returns null if the postcode doesn't fit. If the country's format is unknown, the trimmed text
 */
export function readPostcode(text: string, country: string): string | null {
  const shapes = SHAPES[country];
  if (shapes === undefined) return text.trim();
  const typed = bare(text);
  const typings = country === 'GB' ? [typed] : [typed, typed.replace(beforeDigits(country), '')];
  for (const typing of typings) {
    const shape = shapes.find((each) => fits(typing, bare(each)));
    if (shape !== undefined) return fill(shape, typing);
  }
  return null;
}

/**
 * Restores zeros that a spreadsheet dropped from the start: "1069" → "01069" in Germany.
 * @returns null if the text isn't such a postcode
 */
export function restoreZeros(text: string, country: string): string | null {
  const digits = text.trim();
  const length = SHAPES[country]?.[0]!.replaceAll(/\D/g, '').length ?? 0;
  const missing = length - digits.length;
  const isShort = /^[1-9]\d+$/.test(digits) && missing > 0 && missing <= (ZEROS[country] ?? 0);
  return isShort ? readPostcode('0'.repeat(missing) + digits, country) : null;
}

/** An example postcode of the country; null: its format is unknown, so any is accepted. */
export const examplePostcode = (country: string): string | null =>
  SHAPES[country]?.[0]!.replaceAll('A9', 'A1').replaceAll(/9/g, (_, at: number) => String((at + 1) % 10)) ??
  null;

const fits = (typed: string, shape: string) =>
  new RegExp(`^${shape.replaceAll('9', String.raw`\d`).replaceAll('A', '[A-Z]')}$`).test(typed);

function fill(shape: string, typed: string): string {
  let at = 0;
  return [...shape].map((sign) => (sign === ' ' || sign === '-' ? sign : typed[at++])).join('');
}
