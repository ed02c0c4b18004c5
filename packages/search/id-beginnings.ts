/** Ids begin with their country code; if it is missing, this many of the largest countries are tried. */
const MAX_COUNTRIES = 6;
const MIN_LETTERS = 3;

/**
 * Lists possible id prefixes for a typed text: `pl-ada01m` and `ada01m` both match PL_ADA01M. Returns none for a text that can't be an id
 * (neither a digit nor an underscore), so that typing a city costs no lookup.
 * @param countries number of points by country; empty if unknown
 */
export function listIdBeginnings(text: string, countries: ReadonlyMap<string, number>): string[] {
  const typed = text.trim();
  const capitals = typed.toUpperCase();
  const [, country = '', rest = ''] = /^([A-Z]{2})[ _-]+(\S+)$/.exec(capitals) ?? [];
  if (country !== '' && countries.has(country)) return unique([typed, `${country}_${rest}`]);
  if (typed.length < MIN_LETTERS || /\s/.test(typed) || !/[\d_]/.test(typed)) return [];
  const bare = /[A-Z]/.test(capitals) && !capitals.includes('_');
  const largest = [...countries].filter(([code]) => code !== '').sort(([, a], [, b]) => b - a);
  const prefixed = largest.slice(0, MAX_COUNTRIES).map(([code]) => `${code}_${capitals}`);
  return unique([typed, capitals, ...(bare ? prefixed : [])]);
}

const unique = (texts: readonly string[]) => [...new Set(texts)];
