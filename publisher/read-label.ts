/** Longer than any code or name of a place; what is longer is garbage that would only swell tables. */
const LONGEST = 80;

/**
 * Reads a text that becomes a row of a table (a country, a type, a name): blanks and doubled apostrophes (`BOIS D''HAINE`) put in
 * order. Anything that isn't a text, or a very long one, is empty: unknown.
 */
export function readLabel(value: unknown): string {
  if (typeof value !== 'string') return '';
  const label = value.replace(/''/g, "'").replace(/\s+/g, ' ').trim();
  return label.length <= LONGEST ? label : '';
}
