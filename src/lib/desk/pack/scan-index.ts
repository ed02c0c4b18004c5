import { foldName } from '#network/snapshot-format/fold.ts';
import type { Shipment } from '#platform/shipping.ts';
import type { DeskParcel } from '../parcel.ts';

/** Prefix by which some scanners name the kind of the code: `]C1`. */
const SYMBOLOGY = /^\][A-Za-z]\d/;
const CONTROLS = /\p{Cc}/gu;

/** Cleans a scanned code: without control characters, the scanner's prefix, and blanks at the ends. */
export const cleanCode = (scanned: string): string =>
  scanned.replace(CONTROLS, '').trim().replace(SYMBOLOGY, '').trim();

/** Labels print tracking numbers in groups, so blanks don't count. */
const foldNumber = (number: string) => number.replaceAll(/\s/g, '').toLowerCase();
/** As in `same-order.ts`: "#1001" is "1001", but "1/12" isn't "11/2". */
const foldOrder = (order: string) => foldName(order) || order.trim();

/** Cache: the keys of ten thousand parcels are computed once, not after each change. */
const orderKeys = new WeakMap<Shipment, readonly string[]>();

function orderKeysOf(shipment: Shipment): readonly string[] {
  let keys = orderKeys.get(shipment);
  if (keys === undefined) {
    const custom = [shipment.references, ...shipment.parcels.map(({ references }) => references)]
      .flatMap((references) => Object.values(references?.custom ?? {}))
      .filter((order) => typeof order === 'string' && order.trim() !== '');
    orderKeys.set(shipment, (keys = [...new Set(custom.map(foldOrder))]));
  }
  return keys;
}

/** Finds parcels by what a scanner reads, without a walk over all of them. */
export class ScanIndex {
  readonly #byNumber = new Map<string, string>();
  readonly #byOrder = new Map<string, string[]>();

  constructor(parcels: Iterable<DeskParcel>) {
    for (const { id, trackingNumber, shipment } of parcels) {
      if (trackingNumber !== null) this.#byNumber.set(foldNumber(trackingNumber), id);
      for (const key of orderKeysOf(shipment)) {
        const ids = this.#byOrder.get(key);
        if (ids === undefined) this.#byOrder.set(key, [id]);
        else ids.push(id);
      }
    }
  }

  /**
   * Finds the ids of the parcel with a tracking number, or of all parcels of an order. A tracking number
   * takes precedence.
   * @param code as cleaned by `cleanCode`
   */
  find(code: string): readonly string[] {
    const id = this.#byNumber.get(foldNumber(code));
    return id === undefined ? (this.#byOrder.get(foldOrder(code)) ?? []) : [id];
  }
}
