import { numbersIn } from '../i18n/formatters.ts';

/** The page's own language: it speaks no other, whatever the site does. */
export const LANGUAGE = 'en';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const shares = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 1 });
const moments = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** `12,400` */
export function formatCount(count: number): string {
  return numbersIn(LANGUAGE).format(count);
}

/** `1 item`, `12,400 items` */
export function formatAmount(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `22.1%`; what is there but would round to nothing is `<0.1%`. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return shares.format(0);
  const share = part / whole;
  return share > 0 && share < 0.0005 ? `<${shares.format(0.001)}` : shares.format(share);
}

/** `November 21, 2026 at 11:43 AM UTC`: whoever runs the site reads logs in that time too. */
export function formatMoment(timeMs: number): string {
  return `${moments.format(timeMs)} UTC`;
}

/** `25 minutes`, `31 hours`, `3 days`: in the largest unit of which there are two at least, rounded down. */
export function formatAge(ageMs: number): string {
  if (!Number.isFinite(ageMs)) return 'Unknown';
  if (ageMs < MINUTE_MS) return 'under a minute';
  if (ageMs < 2 * HOUR_MS) return formatUnit(ageMs / MINUTE_MS, 'minute');
  if (ageMs < 2 * DAY_MS) return formatUnit(ageMs / HOUR_MS, 'hour');
  return formatUnit(ageMs / DAY_MS, 'day');
}

/** `3 days` */
export function formatDays(days: number): string {
  return unitFormat('day', 2).format(days);
}

/** `19.4 seconds` */
export function formatSeconds(durationMs: number): string {
  return unitFormat('second', 1).format(durationMs / 1000);
}

function formatUnit(value: number, unit: string): string {
  return unitFormat(unit, 0).format(Math.floor(value));
}

function unitFormat(unit: string, maximumFractionDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(LANGUAGE, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits });
}
