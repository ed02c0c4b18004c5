import { stateOfParcel } from '@droppoint/platform';

/** Maximum number of unknown parcels: an event may arrive before the answer with its parcel's number. */
const MAX_UNKNOWN = 500;
/** Maximum number of events per parcel: ten times as many as usual. */
const MAX_EVENTS = 200;

/** The events of parcels, from webhooks, in memory. Events may come twice, late, and after later ones. */
export function createParcelBook() {
  /** @type {Map<string, Map<string, Event>>} by tracking number and event id */
  const own = new Map();
  /** @type {typeof own} */
  const unknown = new Map();

  return {
    /**
     * @param {import('@droppoint/platform').WebhookEvent} event
     * @returns {boolean} whether it is a new event of one of the shop's parcels
     */
    add({ trackingNumber, eventId, eventCode, timestamp }) {
      const ours = own.get(trackingNumber);
      const events = ours ?? unknown.get(trackingNumber) ?? new Map();
      const isNew = !events.has(eventId) && events.size < MAX_EVENTS;
      if (isNew) events.set(eventId, { code: eventCode, time: timestamp });
      if (ours === undefined) {
        unknown.set(trackingNumber, events);
        const [oldest] = unknown.keys();
        if (unknown.size > MAX_UNKNOWN) unknown.delete(/** @type {string} */ (oldest));
      }
      return isNew && ours !== undefined;
    },

    /** Marks a parcel as the shop's own. @param {string} trackingNumber */
    adopt(trackingNumber) {
      if (own.has(trackingNumber)) return;
      own.set(trackingNumber, unknown.get(trackingNumber) ?? new Map());
      unknown.delete(trackingNumber);
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
