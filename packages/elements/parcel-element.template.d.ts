import type { PointSummary } from './element.js';

/** Where an event took place. For an address, only the country is given. Unknown values are null. */
export interface ParcelPlace {
  /** `centre`: one of the carrier's sorting centres or depots. */
  kind: 'point' | 'centre' | 'address' | 'other';
  /** Only for a point. */
  id: string | null;
  name: string | null;
  city: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** Public state of a parcel. */
export type ParcelState = 'registered' | 'on_its_way' | 'ready' | 'delivered' | 'problem' | 'returning';

/** Public state of a parcel: the answer of `GET /api/parcels/{number}`. It contains no personal data. */
export interface Parcel {
  number: string;
  /** If it isn't `found`: why there is no other data. */
  status: 'found' | 'unknown' | 'gone' | 'invalid' | 'unavailable';
  /** null if no event has set a state yet. */
  state: ParcelState | null;
  /** When that state began, ISO 8601 with an offset. */
  since: string | null;
  /** The recipient's next step. */
  nextStep: 'wait' | 'collect' | 'ask_shop' | 'none' | null;
  /** Whether it is on its way back to a shop. */
  isReturn: boolean | null;
  /** Where it can be collected, now or later. */
  destination: (ParcelPlace & { summary: PointSummary | null }) | null;
  /** Until when a ready parcel can be collected, ISO 8601; absent if that isn't known. */
  collectUntil?: string | undefined;
  /** Oldest first. */
  events: readonly {
    /** The platform's code, such as `LMD.1005`. */
    code: string;
    /** The state that the event sets; null for a note. */
    group: ParcelState | null;
    /** ISO 8601 with an offset. */
    time: string;
    place: ParcelPlace | null;
  }[];
  /** Number of events that were left out. */
  leftOut: number;
  /** When the platform was last asked, ISO 8601. */
  checkedAt: string | null;
  /** For a shop's messages; only in an answer to a request with a `language`. */
  texts?:
    | {
        language: string;
        subject: string;
        sentence: string;
        next: string;
        sms: string;
        /** Address of an entry for calendars; only with `collectUntil`. */
        calendar?: string | undefined;
      }
    | undefined;
}

export interface DroppointParcelEventMap {
  // written: events
  // end of events
}

/** `<droppoint-parcel>`: shows where a parcel is, in a frame as high as its content. */
export class DroppointParcel extends HTMLElement {
  static readonly observedAttributes: string[];
  // written: properties
  // end of properties

  // written: listeners
  // end of listeners
}

/** The attributes in markup, also the props of components. */
export interface DroppointParcelAttributes {
  // written: attributes
  // end of attributes
}

/** Listeners by `on` and the event's name, as React and Svelte pass them on. */
export type DroppointParcelListeners = {
  [Type in keyof DroppointParcelEventMap as `on${Type}`]?: (event: DroppointParcelEventMap[Type]) => void;
};
