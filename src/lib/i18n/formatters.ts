/**
 * Makers of `Intl` formatters, each made once a language: making one costs more than a hundred uses of it.
 * The compiled sentences call `plural` and `number` by these names (scripts/languages.mjs).
 */

/** Makes one formatter a language, when it is first wanted. */
export const perLanguage = <Formatter>(make: (language: string) => Formatter) => {
  const made = new Map<string, Formatter>();
  return (language: string): Formatter => {
    let formatter = made.get(language);
    if (formatter === undefined) made.set(language, (formatter = make(language)));
    return formatter;
  };
};

const rules = perLanguage((language) => new Intl.PluralRules(language));

/** Numbers, grouped as the language does: `12,400`. */
export const numbersIn = perLanguage((language) => new Intl.NumberFormat(language));

const countriesIn = perLanguage((language) => new Intl.DisplayNames(language, { type: 'region' }));

/** A country's name for its ISO 3166 code; a code that isn't one comes back as it is. */
export function nameCountryIn(language: string, code: string): string {
  try {
    return countriesIn(language).of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

/**
 * Times of day, of minutes since midnight on no particular day: `20:00` or `8:00 PM`, as in the country that the browser is set to, for
 * English is read in countries of either.
 */
export const clocksIn = perLanguage((language) => {
  const wanted = globalThis.navigator?.languages ?? [];
  const regional = wanted.find((tag) => tag.toLowerCase().split('-')[0] === language);
  return new Intl.DateTimeFormat(regional ?? language, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  });
});

/**
 * The plural category of a count, for a compiled sentence.
 * @public
 */
export const plural = (language: string, count: unknown): string => rules(language).select(Number(count));

/** Below it no language groups digits. */
const FIRST_GROUPED = 1000;

/** A number as a sentence shows it. */
export const number = (language: string, value: unknown): string => {
  const amount = Number(value);
  // The first formatter of all takes a slow phone as long as a screen of pins, and counts on pins seldom need one.
  const plain = Number.isInteger(amount) && amount >= 0 && amount < FIRST_GROUPED;
  return plain ? String(amount) : numbersIn(language).format(amount);
};
