import { PointSearch } from '../find-points.ts';
import type { MovedList } from '../points.ts';
import type { SandboxSettings } from '../settings.ts';
import { CarrierClock } from './clock.ts';
import { Consignments } from './consignments.ts';
import type { OrderedPickup } from './order-pickup.ts';

/** The state that the carrier's services share. It is all in memory, and the same for the same seed, requests and clock. */
export interface SandboxCarrier {
  list: MovedList;
  points: PointSearch;
  clock: CarrierClock;
  consignments: Consignments;
  /** In the order of their creation. */
  pickups: OrderedPickup[];
  seed: number;
  maxPerPage: number;
}

export function createCarrier(
  list: MovedList,
  { seed, daySeconds, maxPerPage }: Pick<SandboxSettings, 'seed' | 'daySeconds' | 'maxPerPage'>,
): SandboxCarrier {
  const clock = new CarrierClock(daySeconds);
  return {
    list,
    points: new PointSearch(list),
    clock,
    consignments: new Consignments(seed, clock),
    pickups: [],
    seed,
    maxPerPage,
  };
}
