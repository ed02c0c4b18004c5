import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { DroppointPicker, DroppointPickerAttributes } from './element.js';
import type { DroppointParcel, DroppointParcelAttributes } from './parcel-element.js';

/** React 18 passes all props on as attributes, of these elements also `class`; set properties and listeners with a `ref`. */
type Markup<Element, Attributes> = Omit<DetailedHTMLProps<HTMLAttributes<Element>, Element>, 'className'> &
  Attributes & { class?: string };

interface Elements {
  'droppoint-picker': Markup<DroppointPicker, DroppointPickerAttributes>;
  'droppoint-parcel': Markup<DroppointParcel, DroppointParcelAttributes>;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}

declare global {
  /** Where its types before 18.2.8 are looked up. */
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
