import { WEEKDAYS, type Weekday } from '../contract/weekday.ts';
import { clocksIn, countriesIn, datesIn, listsIn, degreesIn, number, weekdaysIn } from './formatters.ts';
import { language } from './messages.ts';

/** `November 21, 2026` */
export function formatDate(dateMs: number): string {
  return datesIn(language).format(dateMs);
}

/** `20:00` or `8:00 PM`. @param minute since midnight, on no particular day */
export function formatMinute(minute: number): string {
  return clocksIn(language).format(minute * 60_000);
}

/** The fifth of January 1970 was a Monday. */
const SOME_MONDAY = 5;

/** `Monday` */
export function nameWeekday(weekday: Weekday): string {
  return weekdaysIn(language).format(Date.UTC(1970, 0, SOME_MONDAY + WEEKDAYS.indexOf(weekday)));
}

/** `closed now, another type`; what is there twice is said once. */
export function formatList(parts: Iterable<string>): string {
  return listsIn(language).format(new Set(parts));
}

/** `12,400` */
export function formatCount(count: number): string {
  return number(language, count);
}

/** `52.22970° N, 21.01220° E`: five decimals are about a metre. */
export function formatPosition(latitude: number, longitude: number): string {
  const degrees = degreesIn(language);
  const north = `${degrees.format(Math.abs(latitude))}° ${latitude < 0 ? 'S' : 'N'}`;
  const east = `${degrees.format(Math.abs(longitude))}° ${longitude < 0 ? 'W' : 'E'}`;
  return `${north}, ${east}`;
}

/** A country's name for its ISO 3166 code; a code that isn't one comes back as it is. */
export function nameCountry(code: string): string {
  try {
    return countriesIn(language).of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}
