import type { HTMLAttributes } from 'svelte/elements';
import type { DroppointPicker, DroppointPickerListeners, DroppointPickerProps } from './element.js';
import type {
  DroppointParcel,
  DroppointParcelAttributes,
  DroppointParcelListeners,
} from './parcel-element.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'droppoint-picker': HTMLAttributes<DroppointPicker> & DroppointPickerProps & DroppointPickerListeners;
    'droppoint-parcel': HTMLAttributes<DroppointParcel> &
      DroppointParcelAttributes &
      DroppointParcelListeners;
  }
}
