import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { DroppointPicker, DroppointPickerListeners, DroppointPickerProps } from './element.js';
import type {
  DroppointParcel,
  DroppointParcelAttributes,
  DroppointParcelListeners,
} from './parcel-element.js';

/** React 19 passes `on` + an event's name to `addEventListener`, and sets a property if the element has one of that name. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'droppoint-picker': DetailedHTMLProps<HTMLAttributes<DroppointPicker>, DroppointPicker> &
        DroppointPickerProps &
        DroppointPickerListeners;
      'droppoint-parcel': DetailedHTMLProps<HTMLAttributes<DroppointParcel>, DroppointParcel> &
        DroppointParcelAttributes &
        DroppointParcelListeners;
    }
  }
}
