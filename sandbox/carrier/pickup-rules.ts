import { pickupSchema, type Pickup } from '#platform/pickups.ts';
import type { OrderedPickup } from './order-pickup.ts';
import { RefusedFields } from './refuse-fields.ts';

const MINUTE_MS = 60_000;
const DAYS_AHEAD_MS = 7 * 24 * 60 * MINUTE_MS;
const LEAST_WINDOW_MS = 120 * MINUTE_MS;

/** Cut-off, in Polish time, for ordering a pickup for the same day; the same everywhere. */
export const CUTOFF_TIME = '13:00:00';

const POLISH_TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Warsaw',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Returns day and time in Poland: `2026-11-25`, `13:05:00`. */
const readPolishTime = (ms: number) => POLISH_TIME.format(ms).split(' ') as [day: string, time: string];

/**
 * Checks a pickup order by the platform's rules.
 * @param others pickups of the same organization
 * @throws Problem 422 with the map of fields
 */
export function checkPickup(received: unknown, nowMs: number, others: readonly OrderedPickup[]): Pickup {
  const problems = new RefusedFields();
  problems.check(pickupSchema, received);
  if (problems.found) throw problems.toProblem();
  const pickup = received as Pickup;
  if (pickup.address.countryCode !== 'PL') problems.add('address.countryCode', 'invalid');
  checkTime(pickup, nowMs, problems);
  if (others.some((other) => other.status !== 'CANCELLED' && isSame(other.pickup, pickup)))
    problems.add('pickupTime', 'invalid');
  if (problems.found) throw problems.toProblem();
  return pickup;
}

function checkTime({ pickupTime }: Pickup, nowMs: number, problems: RefusedFields): void {
  const [from, to] = [Date.parse(pickupTime.from), Date.parse(pickupTime.to)];
  const [today, time] = readPolishTime(nowMs);
  const [day, fromTime] = readPolishTime(from);
  const tooLate = day === today && (time >= CUTOFF_TIME || fromTime > CUTOFF_TIME);
  if (from < nowMs || tooLate) problems.add('pickupTime.from', 'too_small');
  if (from > nowMs + DAYS_AHEAD_MS) problems.add('pickupTime.from', 'too_big');
  if (to < from + LEAST_WINDOW_MS || to < nowMs + LEAST_WINDOW_MS) problems.add('pickupTime.to', 'too_small');
  if (readPolishTime(to)[0] !== day) problems.add('pickupTime.to', 'too_big');
}

/** Whether two pickups have the same address, description included, and the same time. */
const isSame = (a: Pickup, b: Pickup) => write(a) === write(b);

function write({ address, pickupTime }: Pickup): string {
  const { countryCode, street, houseNumber, flatNumber, city, postalCode, locationDescription } = address;
  return JSON.stringify([
    [countryCode, street, houseNumber, flatNumber, city, postalCode, locationDescription],
    [Date.parse(pickupTime.from), Date.parse(pickupTime.to)],
  ]);
}
