import { stateOfParcel } from '@droppoint/platform';

/** Of parcels that aren't the shop's, or aren't yet: an event may come before the answer that tells its parcel's number. */
const MOST_STRANGERS = 500;
/** Ten times as many as a parcel has. */
const MOST_EVENTS = 200;

/** What has happened to parcels, as their webhooks tell: events may come twice, late, and after later ones. In memory. */
export function createParcelBook() {
  /** @type {Map<string, Map<string, Event>>} by tracking number and event id */
  const own = new Map();
  /** @type {typeof own} */
  const strangers = new Map();

  return {
    /**
     * @param {import('@droppoint/platform').WebhookEvent} event
     * @returns {boolean} whether it is news of one of the shop's parcels
     */
    add({ trackingNumber, eventId, eventCode, timestamp }) {
      const ours = own.get(trackingNumber);
      const events = ours ?? strangers.get(trackingNumber) ?? new Map();
      const isNew = !events.has(eventId) && events.size < MOST_EVENTS;
      if (isNew) events.set(eventId, { code: eventCode, time: timestamp });
      if (ours === undefined) {
        strangers.set(trackingNumber, events);
        const [oldest] = strangers.keys();
        if (strangers.size > MOST_STRANGERS) strangers.delete(/** @type {string} */ (oldest));
      }
      return isNew && ours !== undefined;
    },

    /** Takes a parcel for the shop's. @param {string} trackingNumber */
    adopt(trackingNumber) {
      if (own.has(trackingNumber)) return;
      own.set(trackingNumber, strangers.get(trackingNumber) ?? new Map());
      strangers.delete(trackingNumber);
    },

    /** Forgets a parcel whose order is no longer kept. @param {string} trackingNumber */
    forget: (trackingNumber) => own.delete(trackingNumber),

    /**
     * @param {string | null} trackingNumber
     * @returns {State} null: nothing has happened yet
     */
    stateOf: (trackingNumber) => stateOfParcel([...(own.get(trackingNumber ?? '')?.values() ?? [])]),
  };
}

/**
 * @typedef {{code: string, time: string}} Event
 * @typedef {import('@droppoint/platform').ParcelState | null} State
 * @typedef {ReturnType<typeof createParcelBook>} ParcelBook
 */
