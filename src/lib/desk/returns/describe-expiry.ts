import { m } from '../../broker/messages.ts';
import { formatDate } from '../../i18n/format.ts';
import { perLanguage } from '#languages/per-language.ts';
import { language } from '../../i18n/messages.ts';

const relativeIn = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));

export const hasExpired = (expiresMs: number | null, nowMs: number) =>
  expiresMs !== null && expiresMs <= nowMs;

/**
 * Describes until when a return can be handed in, in local time: `Valid until 3 December 2026 (in 8
 * days)`.
 */
export function describeExpiry(expiresMs: number | null, nowMs: number): string {
  if (expiresMs === null) return m.returns_no_expiry();
  const date = formatDate(expiresMs);
  if (hasExpired(expiresMs, nowMs)) return m.returns_expired({ date });
  return m.returns_valid({ date, left: relativeIn(language).format(countDays(nowMs, expiresMs), 'day') });
}

/** Counts the midnights between two times, in local time. Days of 23 or 25 hours count as one. */
function countDays(fromMs: number, untilMs: number): number {
  const midnight = (ms: number) => {
    const date = new Date(ms);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  };
  return (midnight(untilMs) - midnight(fromMs)) / 86_400_000;
}
