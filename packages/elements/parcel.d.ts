import type { DroppointParcel, DroppointParcelEventMap } from './parcel-element.js';

/** Registers `<droppoint-parcel>`, once; on a server it does nothing. */
export * from './parcel-element.js';

declare global {
  interface HTMLElementTagNameMap {
    'droppoint-parcel': DroppointParcel;
  }
  /** The events bubble, so any ancestor may listen. */
  interface GlobalEventHandlersEventMap extends DroppointParcelEventMap {}
}
