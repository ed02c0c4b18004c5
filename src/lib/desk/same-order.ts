import type { Shipment } from '#platform/shipping.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import type { DeskParcel } from './parcel.ts';

/** Cache: every change searches lists of thousands of parcels. */
const KEYS = new WeakMap<Shipment, readonly string[]>();

/**
 * Keys that two parcels of the same order share: the order number in any spelling ("#1001", "1001");
 * without a number, the person, place and weight. Empty: nothing identifies the order.
 */
export function orderKeysOf(shipment: Shipment): readonly string[] {
  const cached = KEYS.get(shipment);
  if (cached !== undefined) return cached;
  const custom = shipment.references?.custom ?? shipment.parcels[0]?.references?.custom ?? {};
  const numbers = Object.values(custom).filter((number) => number.trim() !== '');
  const keys =
    numbers.length === 0 ? keyOfPerson(shipment) : numbers.map((number) => `number ${fold(number)}`);
  KEYS.set(shipment, keys);
  return keys;
}

/** A number without letters or digits folds to nothing, so compare it as it is. */
const fold = (number: string) => foldName(number) || number.trim();

function keyOfPerson({ recipient, destination, parcels }: Shipment): string[] {
  const texts = (part: object) => Object.values(part).map((value) => foldName(String(value)));
  const { email, phone } = recipient as { email?: string; phone?: string };
  const { pointId, street } = destination as { pointId?: string; street?: string };
  if (!(email || phone) || !(pointId || street)) return [];
  const weights = parcels.map(({ weight }) => String(weight?.amount));
  return [`person ${[...texts(recipient), ...texts(destination), ...weights].join('|')}`];
}

/** Whether the platform has, or may have, this parcel. */
export const isPossiblySent = ({ state }: DeskParcel): boolean =>
  state === 'sent' || state === 'sending' || state === 'unknown';

/**
 * Maps order keys to parcels, except refused ones. A parcel that may have been sent takes precedence over
 * a waiting one.
 */
export function listOrders(parcels: Iterable<DeskParcel>): ReadonlyMap<string, DeskParcel> {
  const orders = new Map<string, DeskParcel>();
  for (const parcel of parcels) {
    if (parcel.state === 'refused') continue;
    for (const key of orderKeysOf(parcel.shipment)) {
      const other = orders.get(key);
      if (other === undefined || (!isPossiblySent(other) && isPossiblySent(parcel))) orders.set(key, parcel);
    }
  }
  return orders;
}

/** A draft whose order is already on another parcel. */
export interface DuplicateOrder {
  /** Id of the draft. */
  id: string;
  earlier: DeskParcel;
}

/**
 * Finds drafts whose order is on a parcel that was or may have been sent, or on an earlier draft of the
 * list.
 * @param parcels all parcels of the desk
 */
export function findDuplicateOrders(
  drafts: readonly DeskParcel[],
  parcels: readonly DeskParcel[],
): DuplicateOrder[] {
  const orders = new Map(listOrders(parcels.filter(isPossiblySent)));
  return drafts.flatMap((draft) => {
    if (draft.state !== 'draft') return [];
    const keys = orderKeysOf(draft.shipment);
    const earlier = keys.flatMap((key) => orders.get(key) ?? [])[0];
    if (earlier !== undefined) return [{ id: draft.id, earlier }];
    for (const key of keys) orders.set(key, draft);
    return [];
  });
}
