import type { Platform } from '#platform/client.ts';
import { parsePickups, type ListedPickup } from './desk-pickup.ts';

/**
 * Pages that are read in one go. The platform doesn't document their order, so the latest may be on the
 * last page.
 */
const PAGES = 10;

export interface PickupPages {
  pickups: readonly ListedPickup[];
  /** Number of items that can't be read as pickups. */
  unreadable: number;
  /** The next page to read; null: all were read. */
  next: number | null;
}

/**
 * Reads the platform's list from the start, or continues after the pages read so far.
 * @throws as `call`
 */
export async function readPickups(
  platform: Pick<Platform, 'pickups'>,
  organizationId: string,
  before: PickupPages = { pickups: [], unreadable: 0, next: 0 },
): Promise<PickupPages> {
  const read = { ...before };
  for (let left = PAGES; left > 0 && read.next !== null; left--) {
    const { data } = await platform.pickups.list(organizationId, read.next);
    const { pickups, unreadable } = parsePickups(data.items);
    read.pickups = [...read.pickups, ...pickups];
    read.unreadable += unreadable;
    // An empty page ends the list, whatever `totalPages` says.
    const isLast = data.items.length === 0 || read.next + 1 >= data.totalPages;
    read.next = isLast ? null : read.next + 1;
  }
  return read;
}
