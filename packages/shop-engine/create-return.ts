import { pause } from '#async/pause.ts';
import { makeDeduplicationId } from '#platform/deduplication-id.ts';
import type { Shipment } from '#platform/shipping.ts';
import type { Carrier } from './accounts.ts';

/** A return that the shop's staff created. */
export interface PickupReturn {
  trackingNumber: string;
  /** Digits that the customer enters at a locker instead of using a label. */
  dropOffCode: string;
}

/** `open`: it is being created, or the program ended in the meantime. */
export type StoredReturn = PickupReturn | 'open' | null;

/** Where a shop stores the return of one order. */
export interface ReturnStore {
  find: () => Promise<StoredReturn>;
  /**
   * Stores `open` if nothing is stored, in one step of the database, so that of two clicks only one
   * succeeds.
   * @returns whether it did
   */
  claim: () => Promise<boolean>;
  /** @param created null to store nothing again */
  store: (created: PickupReturn | null) => Promise<unknown>;
}

/** The other click's call takes no longer. */
const WAIT_MS = 20_000;
const POLL_MS = 200;

/**
 * Creates the return of an order, once: a second click waits for the first, and gets the same one. After a
 * lost answer, the next click repeats the call with the same deduplication id.
 * @param waitMs how long a second click waits for the first
 * @throws AppError if the carrier refuses, or its answer is lost
 */
export async function createReturnOnce(
  orderNumber: string,
  sender: Shipment['recipient'],
  { platform, organizationId }: Pick<Carrier, 'platform' | 'organizationId'>,
  returns: ReturnStore,
  waitMs = WAIT_MS,
): Promise<PickupReturn> {
  for (let waitedMs = 0; !(await returns.claim()); waitedMs += POLL_MS) {
    const stored = await returns.find();
    if (stored !== null && stored !== 'open') return stored;
    // The program that claimed it has ended: repeat its call.
    if (waitedMs >= waitMs) break;
    await pause(POLL_MS);
  }
  const deduplicationId = await makeDeduplicationId('return', orderNumber);
  try {
    const body = { sender, references: { orderNumber } };
    const { data } = await platform.returns.create(organizationId, body, { deduplicationId });
    const { trackingNumber = '', dropOffCode = '' } = data.parcels[0] ?? {};
    const created = { trackingNumber, dropOffCode };
    await returns.store(created);
    return created;
  } catch (error) {
    await returns.store(null);
    throw error;
  }
}
