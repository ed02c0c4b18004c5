import type { DeskParcel } from '../parcel.ts';
import type { DeskPickup } from './desk-pickup.ts';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 7;

/** Tracking numbers of parcels for which a pickup was or may have been ordered. */
const numbersOf = (pickups: readonly DeskPickup[]) =>
  new Set(pickups.filter(({ cancelled }) => !cancelled).flatMap(({ body }) => body.trackingNumbers ?? []));

/**
 * Lists parcels that may be waiting for a courier: sent in the last seven days, not known to be on their
 * way, and in no pickup yet.
 * @param linkedIds ids of parcels to list anyway, if they have a tracking number
 */
export function listWaiting(
  parcels: readonly DeskParcel[],
  pickups: readonly DeskPickup[],
  nowMs: number,
  linkedIds: readonly string[] = [],
): DeskParcel[] {
  const taken = numbersOf(pickups);
  return parcels.filter(({ id, state, trackingNumber, tracking, createdMs }) => {
    if (state !== 'sent' || trackingNumber === null) return false;
    const isWaiting = tracking === null || tracking.state === null || tracking.state === 'registered';
    const isNew = createdMs > nowMs - SHOWN_DAYS * DAY_MS;
    return linkedIds.includes(id) || (isWaiting && isNew && !taken.has(trackingNumber));
  });
}

/** Whether a courier collects a parcel: its origin is an address, not a kind of point. */
const isFetched = ({ shipment }: DeskParcel) => 'street' in shipment.origin;

/** Lists the ids of parcels to tick at first: sent today, in local time, and collected by a courier. */
export const listTicked = (waiting: readonly DeskParcel[], nowMs: number): string[] =>
  waiting
    .filter((parcel) => isFetched(parcel) && parcel.createdMs >= new Date(nowMs).setHours(0, 0, 0, 0))
    .map(({ id }) => id);

const KILOGRAMS: Readonly<Record<string, number>> = { KG: 1, DAG: 0.01, G: 0.001 };

/**
 * Counts the pieces and adds up their weights.
 * @returns kilograms, rounded to grams; null if a weight has an unknown unit
 */
export function addUp(parcels: readonly DeskParcel[]): { count: number; kilograms: number | null } {
  const pieces = parcels.flatMap(({ shipment }) => shipment.parcels);
  const weights = pieces.map(
    ({ weight: { amount, unit } }) => amount * (KILOGRAMS[unit.toUpperCase()] ?? NaN),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return { count: pieces.length, kilograms: Number.isNaN(sum) ? null : Math.round(sum * 1000) / 1000 };
}
