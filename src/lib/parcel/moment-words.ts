import { perLanguage } from '#languages/per-language.ts';
import { regionalOf } from '../i18n/formatters.ts';
import { language } from '../i18n/messages.ts';

const momentsIn = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(regionalOf(language), {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    }),
);
const clocksIn = perLanguage(
  (language) => new Intl.DateTimeFormat(regionalOf(language), { hour: 'numeric', minute: '2-digit' }),
);
const agesIn = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));

/** `Fri, Nov 20, 7:15 AM`, in the device's time zone. @param time ISO 8601 with an offset */
export const formatEventTime = (time: string): string => momentsIn(language).format(Date.parse(time));

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** `now`, `5 minutes ago`, `2 hours ago`, `yesterday`. */
export function formatAnswerAge(sinceMs: number, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - sinceMs) / MINUTE_MS));
  const ages = agesIn(language);
  if (minutes === 0) return ages.format(0, 'second');
  if (minutes < HOUR_MINUTES) return ages.format(-minutes, 'minute');
  if (minutes < DAY_MINUTES) return ages.format(-Math.floor(minutes / HOUR_MINUTES), 'hour');
  return ages.format(-Math.floor(minutes / DAY_MINUTES), 'day');
}

/** `7:15 AM`, in the device's time zone; with the date if it is more than a day ago. */
export function formatAnswerTime(answeredMs: number, nowMs: number): string {
  const isOfToday = nowMs - answeredMs < DAY_MINUTES * MINUTE_MS;
  return (isOfToday ? clocksIn : momentsIn)(language).format(answeredMs);
}
