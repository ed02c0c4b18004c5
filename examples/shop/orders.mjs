import { randomBytes, randomInt, randomUUID } from 'node:crypto';

const MAX_ORDERS = 1_000;

/**
 * Data that the shop adds to an order.
 * @typedef {object} StoredFields
 * @property {string} number for people; it is on the label and in the return's link
 * @property {string} token address of the customer's page, which can't be guessed
 * @property {string[]} earlierIds points that were chosen before
 * @property {string} deduplicationId makes it safe to send the parcel again: the carrier creates it once
 * @property {'none' | 'open' | 'created'} shipment `open`: being created, or it isn't known whether it was
 *   created
 * @property {string | null} trackingNumber
 * @property {string} chosenAt when the point was last changed, ISO 8601; empty: never
 * @property {{text: string, link: string} | null} letter asks the customer to choose a point
 * @property {{subject: string, sentence: string, next: string} | null} mail the latest one about the parcel
 * @property {string | null} returnLink set once the parcel was collected
 * @property {string | null} returnNumber tracking number of the return, once the customer has created it
 * @typedef {import('./read-order.mjs').Order & StoredFields} StoredOrder
 */

/**
 * The shop's orders. They are in memory and lost when it stops: a real shop stores them, with their
 * deduplication ids, in its database.
 * @param {import('./parcel-book.mjs').ParcelBook} book
 */
export function createOrders(book) {
  /** @type {Map<string, StoredOrder>} by their numbers */
  const orders = new Map();

  /** @param {StoredOrder} oldest */
  function drop({ number, trackingNumber, returnNumber }) {
    orders.delete(number);
    for (const parcel of [trackingNumber, returnNumber]) if (parcel !== null) book.remove(parcel);
  }

  return {
    /** Newest first. */
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
    add(order, number = makeNumber()) {
      /** @type {StoredOrder} */
      const stored = {
        ...order,
        number,
        token: randomBytes(18).toString('base64url'),
        earlierIds: [],
        deduplicationId: randomUUID(),
        shipment: 'none',
        trackingNumber: null,
        chosenAt: '',
        letter: null,
        mail: null,
        returnLink: null,
        returnNumber: null,
      };
      orders.set(number, stored);
      if (orders.size > MAX_ORDERS) drop(/** @type {StoredOrder} */ (orders.values().next().value));
      return stored;
    },

    /**
     * Changes the point of an order. Any earlier attempt was for the previous point, so the order gets a
     * new deduplication id.
     * @param {StoredOrder} order whose parcel hasn't been sent
     * @param {import('./check-point.mjs').Validity} point
     * @param {string} chosenAt ISO 8601: of several changes, the newest counts
     */
    move(order, { id, summary, status }, chosenAt = new Date().toISOString()) {
      order.chosenAt = chosenAt;
      if (id === order.pointId) return;
      if (order.pointId !== '') order.earlierIds = [order.pointId, ...order.earlierIds];
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
