import type { DefineComponent, HTMLAttributes, PublicProps } from 'vue';
import type { DroppointPickerEventMap, DroppointPickerProps } from './element.js';
import type { DroppointParcelAttributes, DroppointParcelEventMap } from './parcel-element.js';

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
/** Listeners to an element's events, as Vue passes them on. */
type Listeners<EventMap> = {
  [Type in keyof EventMap as `on${Capitalize<CamelCase<Type & string>>}`]?: (event: EventMap[Type]) => void;
};

declare module 'vue' {
  interface GlobalComponents {
    'droppoint-picker': DefineComponent<
      DroppointPickerProps &
        Listeners<DroppointPickerEventMap> &
        Omit<HTMLAttributes, 'onChange'> & { onChange?: (event: Event) => void } & PublicProps
    >;
    'droppoint-parcel': DefineComponent<
      DroppointParcelAttributes & Listeners<DroppointParcelEventMap> & HTMLAttributes & PublicProps
    >;
  }
}
