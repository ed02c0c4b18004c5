import type { DroppointPicker, DroppointPickerEventMap } from './element.js';

/** Registers `<droppoint-picker>`, once; on a server it does nothing. */
export * from './element.js';

declare global {
  interface HTMLElementTagNameMap {
    'droppoint-picker': DroppointPicker;
  }
  /** The events bubble, so any ancestor may listen. */
  interface GlobalEventHandlersEventMap extends DroppointPickerEventMap {}
}
