/** Shapes of postcodes: 9 stands for a digit, A for a letter, the rest for itself. */
const SHAPES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    AD: 'AD999',
    AT: '9999',
    BE: '9999',
    BG: '9999',
    CH: '9999',
    CY: '9999',
    CZ: '999 99',
    DE: '99999',
    DK: '9999',
    EE: '99999',
    ES: '99999',
    FI: '99999',
    FR: '99999',
    GB: 'A9 9AA,A99 9AA,AA9 9AA,AA99 9AA,A9A 9AA,AA9A 9AA',
    GR: '999 99',
    HR: '99999',
    HU: '9999',
    IT: '99999',
    LI: '9999',
    LT: 'LT-99999,99999',
    LU: '9999',
    LV: 'LV-9999',
    MC: '99999',
    NL: '9999 AA',
    NO: '9999',
    PL: '99-999',
    PT: '9999-999',
    RO: '999999',
    SE: '999 99',
    SI: '9999',
    SK: '999 99',
    SM: '99999',
    UA: '99999',
  }).map(([country, shapes]) => [country, shapes.split(',')]),
);

const bare = (text: string) => text.toUpperCase().replaceAll(/[\s-]+/g, '');
/** "D-10115", "PL 00-950" */
const beforeDigits = (country: string) => new RegExp(`^(${country}|[A-Z])(?=\\d)`);

/**
 * Reads a postcode by its country's shape, and writes it as the country does: "00950" → "00-950".
 * @returns null if the country has no postcode of this shape. Of a country whose shape isn't known it is taken as it is
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

/** A postcode of the country, as an example; null: any is taken. */
export const shapeOfPostcode = (country: string): string | null =>
  SHAPES[country]?.[0]!.replaceAll('A9', 'A1').replaceAll(/9/g, (_, at: number) => String((at + 1) % 10)) ??
  null;

function fits(typed: string, shape: string): boolean {
  if (typed.length !== shape.length) return false;
  return [...shape].every((sign, at) => {
    const letter = typed[at]!;
    if (sign === '9') return /\d/.test(letter);
    return sign === 'A' ? /[A-Z]/.test(letter) : sign === letter;
  });
}

function fill(shape: string, typed: string): string {
  let at = 0;
  return [...shape].map((sign) => (sign === ' ' || sign === '-' ? sign : typed[at++])).join('');
}
