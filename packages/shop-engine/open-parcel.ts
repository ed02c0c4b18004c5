import { AppError } from '#platform/errors.ts';
import type { Shipment } from '#platform/shipping.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';

/** A parcel that the carrier may have, because its answer isn't known: it was lost, or is on its way. */
export interface OpenParcel {
  deduplicationId: string;
  /** Where it goes. */
  pointId: string;
  /** The body to repeat: the order may have changed since. */
  shipment: Shipment;
}

/** Where a shop stores the one open parcel of an order. While there is one, no other is sent. */
export interface OpenParcelStore {
  find: () => Promise<OpenParcel | null>;
  store: (parcel: OpenParcel) => Promise<unknown>;
  remove: () => Promise<unknown>;
}

const MAX_PARCELS = 1_000;

/** Open parcels by their orders, in memory, bounded; the oldest are dropped first. */
export class OpenParcels {
  readonly #byOrder = new Map<string, OpenParcel>();

  of = (orderNumber: string): OpenParcelStore => ({
    find: () => Promise.resolve(this.#byOrder.get(orderNumber) ?? null),
    store: (parcel) => {
      this.#byOrder.set(orderNumber, parcel);
      const [oldest] = this.#byOrder.keys();
      if (this.#byOrder.size > MAX_PARCELS) this.#byOrder.delete(oldest!);
      return Promise.resolve();
    },
    remove: () => Promise.resolve(this.#byOrder.delete(orderNumber)),
  });
}

const PARCEL_EXISTS =
  'There is a parcel to the current point, which the carrier can’t cancel. Cancel its fulfilment first, and don’t hand it in.';

/**
 * Explains why the point of an order can't change: its parcel exists, or may exist, and goes to the current
 * one.
 * @param hasParcel whether it has a fulfilment with a parcel that isn't cancelled
 * @returns a sentence for the shop's staff; null if it can
 */
export function explainFixedPoint(hasParcel: boolean, open: OpenParcel | null): string | null {
  if (hasParcel) return PARCEL_EXISTS;
  if (open === null) return null;
  return `The carrier’s answer about the parcel to ${open.pointId} was lost. Send the order again first: it will only be done once.`;
}

/**
 * Whether a failed call means that the carrier doesn't have the parcel.
 * @param isAgain whether an earlier call may have created it, of which only a refusal says something
 */
export const isNotCreated = (error: unknown, isAgain: boolean): boolean =>
  error instanceof AppError &&
  !(error instanceof UnknownOutcomeError) &&
  (!isAgain || error.code === 'rejected' || error.code === 'not_found');
