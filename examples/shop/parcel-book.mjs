import { stateOfParcel } from '@droppoint/platform';
import { EarlyEvents } from '@droppoint/platform/order';

/** Maximum number of events per parcel: ten times as many as usual. */
const MAX_EVENTS = 200;

/** The events of parcels, from webhooks, in memory. Events may come twice, late, and after later ones. */
export function createParcelBook() {
  /** @type {Map<string, Map<string, Event>>} by tracking number and event id */
  const own = new Map();
  // An event may arrive before the answer with its parcel's number.
  const early = new EarlyEvents();

  /**
   * @param {import('@droppoint/platform').WebhookEvent} event
   * @returns {boolean} whether it is a new event of one of the shop's parcels
   */
  function add(event) {
    const { trackingNumber, eventId, eventCode, timestamp } = event;
    const events = own.get(trackingNumber);
    if (events === undefined) early.store(event);
    if (events === undefined || events.has(eventId) || events.size >= MAX_EVENTS) return false;
    events.set(eventId, { code: eventCode, time: timestamp });
    return true;
  }

  return {
    add,

    /** Marks a parcel as the shop's own. @param {string} trackingNumber */
    adopt(trackingNumber) {
      if (own.has(trackingNumber)) return;
      own.set(trackingNumber, new Map());
      early.take(trackingNumber).forEach(add);
    },

    /** Removes a parcel whose order is no longer stored. @param {string} trackingNumber */
    remove: (trackingNumber) => own.delete(trackingNumber),

    /**
     * @param {string | null} trackingNumber
     * @returns {State} null if nothing has happened yet
     */
    stateOf: (trackingNumber) => stateOfParcel([...(own.get(trackingNumber ?? '')?.values() ?? [])]),
  };
}

/**
 * @typedef {{code: string, time: string}} Event
 * @typedef {import('@droppoint/platform').ParcelState | null} State
 * @typedef {ReturnType<typeof createParcelBook>} ParcelBook
 */
