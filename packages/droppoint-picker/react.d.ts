import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type {
  DroppointPicker,
  DroppointPickerAttributes,
  DroppointPickerEventMap,
  PickerConfig,
  PickerFilter,
} from './element.js';

/** React 19 hands `on` + an event's name to `addEventListener`, and what is a property of the element to the property. */
type Events = {
  [Type in keyof DroppointPickerEventMap as `on${Type}`]?: (event: DroppointPickerEventMap[Type]) => void;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'droppoint-picker': DetailedHTMLProps<HTMLAttributes<DroppointPicker>, DroppointPicker> &
        DroppointPickerAttributes &
        Events & { config?: PickerConfig; messages?: Record<string, string>; filter?: PickerFilter };
    }
  }
}
