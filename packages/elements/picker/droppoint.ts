import { DroppointPicker } from './droppoint-picker.ts';

const TAG = 'droppoint-picker';

/**
 * Whether form-associated custom elements are supported, and with them all else that is used here. If not (old browsers, servers, DOMs
 * of unit tests), the element isn't defined, and the shop's control inside it is used.
 */
const canBeControl = !!globalThis.ElementInternals?.prototype.setFormValue;

// It is already defined if the page loads the script twice.
if (canBeControl && !customElements.get(TAG)) customElements.define(TAG, DroppointPicker);

declare global {
  interface HTMLElementTagNameMap {
    'droppoint-picker': DroppointPicker;
  }
}

export { DroppointPicker };
