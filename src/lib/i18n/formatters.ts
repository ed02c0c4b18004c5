/**
 * `Intl` formatters of all languages.
 * The compiled messages call `plural` and `number` by these names (scripts/languages.mjs).
 */
import { perLanguage } from '#languages/per-language.ts';

const rules = perLanguage((language) => new Intl.PluralRules(language));

/** Numbers with the language's digit grouping: `12,400`. */
export const numbersIn = perLanguage((language) => new Intl.NumberFormat(language));

const countriesIn = perLanguage((language) => new Intl.DisplayNames(language, { type: 'region' }));

/** A country's name for its ISO 3166 code; an invalid code is returned unchanged. */
export function nameCountryIn(language: string, code: string): string {
  try {
    return countriesIn(language).of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

/** The browser's regional variant of a language, as `en-GB`: countries with one language write dates and times differently. */
export function regionalOf(language: string): string {
  const preferred = globalThis.navigator?.languages ?? [];
  return preferred.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;
}

/** Times of day: `20:00` or `8:00 PM`. Formatted in UTC, so that minutes since midnight can be used as a timestamp. */
export const clocksIn = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(regionalOf(language), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }),
);

/**
 * The plural category of a count, for a compiled message.
 * @public
 */
export const plural = (language: string, count: unknown): string => rules(language).select(Number(count));

/** No language groups digits below this number. */
const FIRST_GROUPED = 1000;

/** A number formatted for a message. */
export const number = (language: string, value: unknown): string => {
  const amount = Number(value);
  // Creating the first `Intl` formatter takes a slow phone as long as a screen of pins, and counts on pins rarely need one.
  const plain = Number.isInteger(amount) && amount >= 0 && amount < FIRST_GROUPED;
  return plain ? String(amount) : numbersIn(language).format(amount);
};
