import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { DroppointPicker, DroppointPickerListeners, DroppointPickerProps } from './element.js';

/** React 19 hands `on` + an event's name to `addEventListener`, and what is a property of the element to the property. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'droppoint-picker': DetailedHTMLProps<HTMLAttributes<DroppointPicker>, DroppointPicker> &
        DroppointPickerProps &
        DroppointPickerListeners;
    }
  }
}
