import { m } from '../../broker/messages.ts';
import { perLanguage } from '#languages/per-language.ts';
import { regionalOf } from '../../i18n/formatters.ts';
import { language } from '../../i18n/messages.ts';
import type { PickupPlace } from './pickup-form.ts';

const STATUSES: Readonly<Record<string, () => string>> = {
  CREATED: () => m.pickups_status_created(),
  PENDING: () => m.pickups_status_pending(),
  RESCHEDULED: () => m.pickups_status_rescheduled(),
  CANCELLED: () => m.pickups_status_cancelled(),
  CANCELED: () => m.pickups_status_cancelled(),
};

/** Describes a status. An unknown status is shown as the platform writes it. */
export const describePickupStatus = (status: string) =>
  Object.hasOwn(STATUSES, status) ? STATUSES[status]!() : status;

export const isCancelled = (status: string) => status === 'CANCELLED' || status === 'CANCELED';

const ranges = new Map<string, Intl.DateTimeFormat>();

/** `Thu, November 26, 10:00 AM – 1:00 PM`, in the place's time zone. */
export function formatPickupRange(fromMs: number, toMs: number, timeZone: string): string {
  const key = `${language} ${timeZone}`;
  let range = ranges.get(key);
  if (range === undefined) {
    const date = { weekday: 'short', day: 'numeric', month: 'long' } as const;
    const time = { hour: 'numeric', minute: '2-digit' } as const;
    range = new Intl.DateTimeFormat(regionalOf(language), { ...date, ...time, timeZone });
    ranges.set(key, range);
  }
  return range.formatRange(fromMs, Math.max(fromMs, toMs));
}

const joinFilled = (parts: readonly string[], between: string) =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(between);

/** `Mglista 7/3, 00-950 Testowo, PL` */
export function formatPickupPlace({ address }: PickupPlace): string {
  const { street, houseNumber, flatNumber, postalCode, city, countryCode } = address;
  const house = joinFilled([houseNumber, flatNumber], '/');
  return joinFilled([`${street} ${house}`, `${postalCode} ${city}`, countryCode.toUpperCase()], ', ');
}

/** `Ida Brzoza, +48 500 000 101` */
export const formatContact = ({ party: { firstName, lastName, phone } }: PickupPlace) =>
  joinFilled([`${firstName.trim()} ${lastName}`, phone], ', ');

const daysIn = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(regionalOf(language), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    }),
);

/** `Thursday, November 26`. @param day `2026-11-26` */
export const formatPickupDay = (day: string) => daysIn(language).format(Date.parse(day));
