import type { PointSummary } from './element.js';

/** Where something happened. Of an address only the country is told. Unknown values are null. */
export interface ParcelPlace {
  /** `centre`: of the carrier's. */
  kind: 'point' | 'centre' | 'address' | 'other';
  /** Of a point. */
  id: string | null;
  name: string | null;
  city: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** What has happened to a parcel, in six words. */
export type ParcelState = 'registered' | 'on_its_way' | 'ready' | 'delivered' | 'problem' | 'returning';

/** What is told of a parcel: the answer of `GET /api/parcels/{number}`. It holds nothing personal. */
export interface Parcel {
  number: string;
  /** Others than `found`: why nothing else is told. */
  status: 'found' | 'unknown' | 'gone' | 'invalid' | 'unavailable';
  /** null: nothing has happened that says one. */
  state: ParcelState | null;
  /** When that state began, ISO 8601 with an offset. */
  since: string | null;
  /** What its recipient does next. */
  nextStep: 'wait' | 'collect' | 'ask_shop' | 'none' | null;
  /** Whether it goes back to a shop. */
  isReturn: boolean | null;
  /** Where it can be fetched, or will be. */
  destination: (ParcelPlace & { summary: PointSummary | null }) | null;
  /** Oldest first. */
  events: readonly {
    /** The platform's, such as `LMD.1005`. */
    code: string;
    /** The state that it puts a parcel into; null: it is a note. */
    group: ParcelState | null;
    /** ISO 8601 with an offset. */
    time: string;
    place: ParcelPlace | null;
  }[];
  /** Number of events that aren't told. */
  leftOut: number;
  /** When the platform was asked, ISO 8601. */
  checkedAt: string | null;
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
