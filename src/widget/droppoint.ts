import { DroppointPicker } from './droppoint-picker.ts';

const TAG = 'droppoint-picker';

/**
 * Where there are no form controls of a page's own making (an old browser, a server, the DOM of a unit test), the tag stays unknown: what
 * the shop has put inside is its control then.
 */
const canBeControl =
  'setFormValue' in (globalThis.ElementInternals?.prototype ?? {}) &&
  'showModal' in HTMLDialogElement.prototype;

// There already where the script stands on the page twice.
if (canBeControl && !customElements.get(TAG)) customElements.define(TAG, DroppointPicker);

declare global {
  interface HTMLElementTagNameMap {
    'droppoint-picker': DroppointPicker;
  }
}

export { DroppointPicker };
