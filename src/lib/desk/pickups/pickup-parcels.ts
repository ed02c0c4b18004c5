import type { DeskParcel } from '../parcel.ts';
import type { DeskPickup } from './desk-pickup.ts';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 7;

/** Numbers of parcels that a pickup was ordered for, or may have been. */
const numbersOf = (pickups: readonly DeskPickup[]) =>
  new Set(pickups.filter(({ cancelled }) => !cancelled).flatMap(({ body }) => body.trackingNumbers ?? []));

/**
 * Parcels that may wait for a courier: sent in the last seven days, not on their way as far as is known, in no pickup yet.
 * @param wanted ids of parcels that are listed in any case, if they have a number
 */
export function listWaiting(
  parcels: readonly DeskParcel[],
  pickups: readonly DeskPickup[],
  nowMs: number,
  wanted: readonly string[] = [],
): DeskParcel[] {
  const taken = numbersOf(pickups);
  return parcels.filter(({ id, state, trackingNumber, tracking, createdMs }) => {
    if (state !== 'sent' || trackingNumber === null) return false;
    const isWaiting = tracking === null || tracking.state === null || tracking.state === 'registered';
    const isNew = createdMs > nowMs - SHOWN_DAYS * DAY_MS;
    return wanted.includes(id) || (isWaiting && isNew && !taken.has(trackingNumber));
  });
}

/** Whether a courier fetches a parcel: its origin is an address, not a kind of point. */
const isFetched = ({ shipment }: DeskParcel) => 'street' in shipment.origin;

/** Ids of those that are ticked at first: sent on this day, by this computer's calendar, and fetched. */
export const listTicked = (waiting: readonly DeskParcel[], nowMs: number): string[] =>
  waiting
    .filter((parcel) => isFetched(parcel) && parcel.createdMs >= new Date(nowMs).setHours(0, 0, 0, 0))
    .map(({ id }) => id);

const KILOGRAMS: Readonly<Record<string, number>> = { KG: 1, DAG: 0.01, G: 0.001 };

/**
 * How many pieces they are, and what they weigh together.
 * @returns kilograms to the gram; null if a weight is in a unit that isn't known
 */
export function addUp(parcels: readonly DeskParcel[]): { count: number; kilograms: number | null } {
  const pieces = parcels.flatMap(({ shipment }) => shipment.parcels);
  const weights = pieces.map(
    ({ weight: { amount, unit } }) => amount * (KILOGRAMS[unit.toUpperCase()] ?? NaN),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return { count: pieces.length, kilograms: Number.isNaN(sum) ? null : Math.round(sum * 1000) / 1000 };
}
