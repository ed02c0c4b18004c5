import { DroppointParcel } from './droppoint-parcel.ts';

const TAG = 'droppoint-parcel';

/** Whether frames and constructable style sheets are supported; not in old browsers, on servers, and in DOMs of unit tests. */
const canBeFrame = !!globalThis.ElementInternals?.prototype.setFormValue;

// It is already defined if the page loads the script twice.
if (canBeFrame && !customElements.get(TAG)) customElements.define(TAG, DroppointParcel);

declare global {
  interface HTMLElementTagNameMap {
    'droppoint-parcel': DroppointParcel;
  }
}

export { DroppointParcel };
