import type { Pickup } from '#platform/pickups.ts';
import { deriveDigits, deriveUuid } from './derive-id.ts';

export interface OrderedPickup {
  id: string;
  organizationId: string;
  reference: string;
  pickup: Pickup;
  createdMs: number;
  modifiedMs: number;
  status: 'CREATED' | 'CANCELLED';
}

/** Adds a pickup to the carrier's pickups. */
export function orderPickup(
  { seed, pickups }: { seed: number; pickups: OrderedPickup[] },
  organizationId: string,
  pickup: Pickup,
  nowMs: number,
): OrderedPickup {
  const key = `pickup ${seed} ${pickups.length}`;
  const [id, reference] = [deriveUuid(key), deriveDigits(key, 6)];
  const times = { createdMs: nowMs, modifiedMs: nowMs };
  const ordered: OrderedPickup = { id, organizationId, reference, pickup, ...times, status: 'CREATED' };
  pickups.push(ordered);
  return ordered;
}
