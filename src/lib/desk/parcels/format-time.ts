import { perLanguage } from '#languages/per-language.ts';
import { regionalOf } from '../../i18n/formatters.ts';
import { language } from '../../i18n/messages.ts';

const momentsIn = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(regionalOf(language), {
      day: '2-digit',
      month: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

/**
 * `25/11, 14:20`. Fixed width, so that times align; without the year, because nothing is stored for half
 * a year.
 */
export const formatShortMoment = (ms: number): string => momentsIn(language).format(ms);

const relativeIn = perLanguage(
  (language) => new Intl.RelativeTimeFormat(language, { style: 'narrow', numeric: 'always' }),
);

const STEPS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** `3d ago`, `5 min. ago`; less than a minute counts as one minute. */
export function formatShortAge(sinceMs: number, nowMs: number): string {
  const age = Math.max(60_000, nowMs - sinceMs);
  const { unit, ms } = STEPS.find((step) => age >= step.ms)!;
  return relativeIn(language).format(-Math.floor(age / ms), unit);
}
