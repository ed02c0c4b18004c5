import { nameCountryIn, number, regionalOf } from '../i18n/formatters.ts';

/** This page is in English only, whatever the site's language. */
const LANGUAGE = 'en';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const shares = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 1 });
const moments = new Intl.DateTimeFormat(regionalOf(LANGUAGE), {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** `12,400` */
export const formatEnglishCount = (count: number) => number(LANGUAGE, count);

/** `1 item`, `12,400 items` */
export const formatEnglishAmount = (count: number, one: string, many = `${one}s`) =>
  `${formatEnglishCount(count)} ${count === 1 ? one : many}`;

/** `22.1%`; `<0.1%` if a non-zero share would round to zero. */
export function formatShare(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole;
  return share > 0 && share < 0.0005 ? `<${shares.format(0.001)}` : shares.format(share);
}

/**
 * `November 21, 2026 at 11:43 AM UTC`, or as the reader's region writes it. In UTC, like the operator's
 * logs.
 */
export const formatUtcMoment = (timeMs: number) => `${moments.format(timeMs)} UTC`;

/** `25 minutes`, `31 hours`, `3 days`: in the largest unit that gives at least two, rounded down. */
export function formatAge(ageMs: number): string {
  if (!Number.isFinite(ageMs)) return 'Unknown';
  if (ageMs < MINUTE_MS) return 'under a minute';
  if (ageMs < 2 * HOUR_MS) return formatUnit(Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < 2 * DAY_MS) return formatUnit(Math.floor(ageMs / HOUR_MS), 'hour');
  return formatUnit(Math.floor(ageMs / DAY_MS), 'day');
}

/** `3 days`, `19.4 seconds` */
export function formatUnit(value: number, unit: string, maximumFractionDigits = 0): string {
  const options = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits } as const;
  return new Intl.NumberFormat(LANGUAGE, options).format(value);
}

const MISSING = 'Not given';

/** Names values of the platform's open enums: an unknown value is shown unchanged, an empty one as not given. */
const named = (names: Readonly<Record<string, string>>) => (value: string) =>
  value === '' ? MISSING : Object.hasOwn(names, value) ? names[value]! : value;

export const nameEnglishType = named({ APM: 'Parcel locker', PUDO: 'Shop or counter' });
export const nameEnglishPlacement = named({ INDOOR: 'Indoors', OUTDOOR: 'Outdoors' });
export const nameEnglishReason = named({
  not_an_object: 'Not a point at all',
  id_missing: 'Without an id',
  coordinates_invalid: 'Position invalid',
  coordinates_zero: 'Position 0, 0 (open sea)',
  coordinates_swapped: 'Position exchanged',
});

/** `Poland` for `PL`. */
export const nameEnglishCountry = (code: string) => (code === '' ? MISSING : nameCountryIn(LANGUAGE, code));
