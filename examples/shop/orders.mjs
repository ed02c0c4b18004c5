import { randomBytes, randomInt, randomUUID } from 'node:crypto';

const MOST_ORDERS = 1_000;

/**
 * What the shop keeps of an order.
 * @typedef {object} Kept
 * @property {string} number for people: it is on the label and in the return's link
 * @property {string} token address of the customer's page, which can't be guessed
 * @property {string[]} earlierIds points that it was to go to before
 * @property {string} deduplicationId with it, a parcel that is sent again is sent once
 * @property {'none' | 'open' | 'created'} shipment `open`: being created, or whether it was created isn't known
 * @property {string | null} trackingNumber
 * @property {string | null} returnLink once the parcel was collected
 * @property {string | null} returnNumber tracking number of the return, once the customer has created it
 * @typedef {import('./read-order.mjs').Order & Kept} KeptOrder
 */

/**
 * The shop's orders. They are in memory, and gone when it ends: a real shop keeps them, with their deduplication ids, in its database.
 * @param {import('./parcel-book.mjs').ParcelBook} book
 */
export function createOrders(book) {
  /** @type {Map<string, KeptOrder>} by their numbers */
  const orders = new Map();

  /** @param {KeptOrder} oldest */
  function drop({ number, trackingNumber, returnNumber }) {
    orders.delete(number);
    for (const parcel of [trackingNumber, returnNumber]) if (parcel !== null) book.forget(parcel);
  }

  return {
    /** The latest first. */
    list: () => [...orders.values()].reverse(),
    /** @param {string} number */
    byNumber: (number) => orders.get(number),
    /** @param {string} token */
    byToken: (token) => [...orders.values()].find((order) => order.token === token),
    /** @param {string} trackingNumber of its parcel or its return */
    byParcel: (trackingNumber) =>
      [...orders.values()].find((order) =>
        [order.trackingNumber, order.returnNumber].includes(trackingNumber),
      ),

    /** @param {import('./read-order.mjs').Order} order */
    keep(order, number = makeNumber()) {
      /** @type {KeptOrder} */
      const kept = {
        ...order,
        number,
        token: randomBytes(18).toString('base64url'),
        earlierIds: [],
        deduplicationId: randomUUID(),
        shipment: 'none',
        trackingNumber: null,
        returnLink: null,
        returnNumber: null,
      };
      orders.set(number, kept);
      if (orders.size > MOST_ORDERS) drop(/** @type {KeptOrder} */ (orders.values().next().value));
      return kept;
    },

    /**
     * Sends an order to another point: what was tried before was about the earlier one, so it gets another deduplication id.
     * @param {KeptOrder} order of which nothing was sent
     * @param {import('./check-point.mjs').Validity} point
     */
    move(order, { id, summary, status }) {
      if (id === order.pointId) return;
      order.earlierIds = [order.pointId, ...order.earlierIds];
      order.pointId = id;
      order.pointLines = summary?.lines ?? [];
      order.place = summary
        ? { latitude: String(summary.latitude), longitude: String(summary.longitude) }
        : null;
      order.isPointSure = status === 'exists';
      order.deduplicationId = randomUUID();
    },
  };
}

/** @typedef {ReturnType<typeof createOrders>} Orders */

const makeNumber = () => `K${Array.from({ length: 3 }, () => randomInt(1000, 10_000)).join('-')}`;
