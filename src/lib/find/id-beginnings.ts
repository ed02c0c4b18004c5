/** Ids begin with their country; without it, they are looked for in the largest ones. */
const MAX_COUNTRIES = 6;
const MIN_LETTERS = 3;
const NO_COUNTRIES: ReadonlyMap<string, number> = new Map();

/**
 * How the ids may begin that somebody means: `pl-ada01m` and `ada01m` for PL_ADA01M. None for what is no id (with neither a digit nor an
 * underscore), so that typing a city costs no look-up.
 * @param countries points by country, where they are known
 */
export function listIdBeginnings(text: string, countries = NO_COUNTRIES): string[] {
  const typed = text.trim();
  const capitals = typed.toUpperCase();
  const [, country = '', rest = ''] = /^([A-Z]{2})[ _-]+(\S+)$/.exec(capitals) ?? [];
  if (countries.has(country)) return unique([typed, `${country}_${rest}`]);
  if (typed.length < MIN_LETTERS || /\s/.test(typed) || !/[\d_]/.test(typed)) return [];
  const bare = /[A-Z]/.test(capitals) && !capitals.includes('_');
  const largest = [...countries].filter(([code]) => code !== '').sort(([, a], [, b]) => b - a);
  const prefixed = largest.slice(0, MAX_COUNTRIES).map(([code]) => `${code}_${capitals}`);
  return unique([typed, capitals, ...(bare ? prefixed : [])]);
}

const unique = (texts: readonly string[]) => [...new Set(texts)];
