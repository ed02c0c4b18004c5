import type { Shipment } from '#platform/shipping.ts';
import { foldName } from '../snapshot-format/fold.ts';
import type { DeskParcel } from './parcel.ts';

/** Folded shipments: lists of thousands of parcels are looked through with each change. */
const KEYS = new WeakMap<Shipment, readonly string[]>();

/**
 * What two parcels of the same order have in common: the order number, however it is written ("#1001", "1001"); without a number the person,
 * the place and the weight. Empty: nothing tells one order from another.
 */
export function orderKeysOf(shipment: Shipment): readonly string[] {
  const known = KEYS.get(shipment);
  if (known !== undefined) return known;
  const custom = shipment.references?.custom ?? shipment.parcels[0]?.references?.custom ?? {};
  const numbers = Object.values(custom).filter((number) => number.trim() !== '');
  const keys =
    numbers.length === 0 ? keyOfPerson(shipment) : numbers.map((number) => `number ${fold(number)}`);
  KEYS.set(shipment, keys);
  return keys;
}

/** A number that is all signs is told apart by them. */
const fold = (number: string) => foldName(number) || number.trim();

function keyOfPerson({ recipient, destination, parcels }: Shipment): string[] {
  const texts = (part: object) => Object.values(part).map((value) => foldName(String(value)));
  const { email, phone } = recipient as { email?: string; phone?: string };
  const { pointId, street } = destination as { pointId?: string; street?: string };
  if (!(email || phone) || !(pointId || street)) return [];
  const weights = parcels.map(({ weight }) => String(weight?.amount));
  return [`person ${[...texts(recipient), ...texts(destination), ...weights].join('|')}`];
}

/** Whether a parcel is one that the platform has, or may have. */
export const mayBeSent = ({ state }: DeskParcel): boolean =>
  state === 'sent' || state === 'sending' || state === 'unknown';

/** Parcels by their orders, but for refused ones: those that may have been sent before those that wait. */
export function listOrders(parcels: Iterable<DeskParcel>): ReadonlyMap<string, DeskParcel> {
  const orders = new Map<string, DeskParcel>();
  for (const parcel of parcels) {
    if (parcel.state === 'refused') continue;
    for (const key of orderKeysOf(parcel.shipment)) {
      const other = orders.get(key);
      if (other === undefined || (!mayBeSent(other) && mayBeSent(parcel))) orders.set(key, parcel);
    }
  }
  return orders;
}

/** A draft whose order is on another parcel. */
export interface SentBefore {
  /** Of the draft. */
  id: string;
  earlier: DeskParcel;
}

/**
 * Those of some drafts whose orders are on other parcels that were sent, or may have been, or on a draft before them.
 * @param parcels of the desk
 */
export function findSentBefore(drafts: readonly DeskParcel[], parcels: readonly DeskParcel[]): SentBefore[] {
  const orders = new Map(listOrders(parcels.filter(mayBeSent)));
  return drafts.flatMap((draft) => {
    if (draft.state !== 'draft') return [];
    const keys = orderKeysOf(draft.shipment);
    const earlier = keys.flatMap((key) => orders.get(key) ?? [])[0];
    if (earlier !== undefined) return [{ id: draft.id, earlier }];
    for (const key of keys) orders.set(key, draft);
    return [];
  });
}
