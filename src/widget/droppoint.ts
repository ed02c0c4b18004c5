import { DroppointPicker } from './droppoint-picker.ts';

const TAG = 'droppoint-picker';

// Absent on a server; there already where the script stands on the page twice.
if (globalThis.customElements && !customElements.get(TAG)) customElements.define(TAG, DroppointPicker);

declare global {
  interface HTMLElementTagNameMap {
    'droppoint-picker': DroppointPicker;
  }
}

export { DroppointPicker };
