import type { Broker } from '../../broker/broker.ts';
import { readItems, type ListedPickup } from './desk-pickup.ts';

/** Pages that are read at once. The platform doesn't say which come first, so the latest may be on the last one. */
const PAGES = 10;

export interface PickupPages {
  pickups: readonly ListedPickup[];
  /** Items that aren't pickups as far as is known. */
  unreadable: number;
  /** The page after those that were read; null: all were. */
  next: number | null;
}

/**
 * Reads the platform's list, from the beginning or on from where it was read until.
 * @throws as `call`
 */
export async function readPickups(
  broker: Pick<Broker, 'listPickups'>,
  organizationId: string,
  before: PickupPages = { pickups: [], unreadable: 0, next: 0 },
): Promise<PickupPages> {
  const read = { ...before };
  for (let left = PAGES; left > 0 && read.next !== null; left--) {
    const { data } = await broker.listPickups(organizationId, read.next);
    const { pickups, unreadable } = readItems(data.items);
    read.pickups = [...read.pickups, ...pickups];
    read.unreadable += unreadable;
    // A page without items ends the list, whatever the count of pages says.
    const isLast = data.items.length === 0 || read.next + 1 >= data.totalPages;
    read.next = isLast ? null : read.next + 1;
  }
  return read;
}
