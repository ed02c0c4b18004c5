import type { DeskParcel } from '../parcel.ts';
import { listOrders, isPossiblySent, orderKeysOf } from '../same-order.ts';
import type { CheckedRow } from './check-row.ts';

/**
 * Where else the order of a row is, so that the row is left out unless the user ticks it. `sent_before`: on
 * a parcel that was or may have been sent. `waiting`: on one that waits in Parcels. `repeated`: in a row
 * above.
 */
export const DUPLICATES = ['sent_before', 'waiting', 'repeated'] as const;
export type Duplicate = (typeof DUPLICATES)[number];

/** Why a row is left out unless the user ticks it. `left_out`: the user has unticked it. */
export const HOLDS = [...DUPLICATES, 'no_order', 'cash', 'left_out'] as const;
export type Hold = (typeof HOLDS)[number];

/** Where else a row's order occurs. */
export interface SameOrder {
  /** null: the order is sent from this row. */
  hold: Duplicate | null;
  /** The parcel with the same order. */
  parcel: DeskParcel | null;
  /** Index of another row with the same order. */
  row: number | null;
}

/**
 * Finds rows whose orders also occur elsewhere, by row index.
 * @param parcels parcels of the desk, except those of this import
 */
export function findHolds(
  rows: readonly Pick<CheckedRow, 'shipment'>[],
  parcels: readonly DeskParcel[],
): Map<number, SameOrder> {
  const orders = listOrders(parcels);
  const firstRows = new Map<string, number>();
  const found = new Map<number, SameOrder>();
  for (const [at, { shipment }] of rows.entries()) {
    const keys = orderKeysOf(shipment);
    const parcel = keys.flatMap((key) => orders.get(key) ?? [])[0] ?? null;
    const above = keys.flatMap((key) => firstRows.get(key) ?? [])[0] ?? null;
    for (const key of keys) if (!firstRows.has(key)) firstRows.set(key, at);
    if (parcel === null && above === null) continue;
    const hold = parcel === null ? 'repeated' : isPossiblySent(parcel) ? 'sent_before' : 'waiting';
    found.set(at, { hold, parcel, row: above });
    if (above !== null && !found.has(above)) found.set(above, { hold: null, parcel: null, row: at });
  }
  return found;
}
