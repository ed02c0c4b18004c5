import { WEEKDAYS, type Weekday } from '#contract/weekday.ts';
import { perLanguage } from '#languages/per-language.ts';
import { clocksIn, nameCountryIn, number, regionalOf } from './formatters.ts';
import { language } from './messages.ts';

const datesIn = perLanguage(
  (language) => new Intl.DateTimeFormat(regionalOf(language), { dateStyle: 'long' }),
);

/** `November 21, 2026` or `21 November 2026` */
export function formatDate(dateMs: number): string {
  return datesIn(language).format(dateMs);
}

/** `20:00` or `8:00 PM`. @param minute since midnight */
export function formatMinute(minute: number): string {
  return clocksIn(language).format(minute * 60_000);
}

const weekdaysIn = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }),
);
/** The fifth of January 1970 was a Monday. */
const SOME_MONDAY = 5;

/** `Monday` */
export function nameWeekday(weekday: Weekday): string {
  return weekdaysIn(language).format(Date.UTC(1970, 0, SOME_MONDAY + WEEKDAYS.indexOf(weekday)));
}

const listsIn = perLanguage((language) => new Intl.ListFormat(language, { type: 'unit' }));

/** `closed now, another type`; duplicates are removed. */
export function formatList(parts: Iterable<string>): string {
  return listsIn(language).format(new Set(parts));
}

/** `12,400` */
export function formatCount(count: number): string {
  return number(language, count);
}

const SHORT_STEPS = [
  { size: 1_000_000, suffix: 'M' },
  { size: 1_000, suffix: 'k' },
];

/**
 * A count in at most four characters, for a disc on the map: `7`, `842`, `1.4k`, `13k`, `3.2M`. Rounded to two digits like `Intl`'s compact
 * numbers. Their words ("тис.", "Mio.") need more space, and creating the first `Intl` formatter takes a slow phone as long as a screen of pins.
 */
export function formatShortCount(count: number): string {
  // From 999,500 on, rounding would give `1000k`.
  const step = SHORT_STEPS.find(({ size }) => count >= size * 0.9995);
  if (step === undefined || count < 1_000) return String(count);
  const whole = count / step.size;
  const shown = whole < 9.95 ? Math.round(whole * 10) / 10 : Math.round(whole);
  // Of the ten languages, only English uses a decimal point.
  return String(shown).replace('.', language === 'en' ? '.' : ',') + step.suffix;
}

/** A country's name for its ISO 3166 code; an invalid code is returned unchanged. */
export const nameCountry = (code: string) => nameCountryIn(language, code);
