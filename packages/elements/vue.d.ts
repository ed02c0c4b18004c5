import type { DefineComponent, HTMLAttributes, PublicProps } from 'vue';
import type { DroppointPickerEventMap, DroppointPickerProps } from './element.js';

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
type Events = {
  [Type in keyof DroppointPickerEventMap as `on${Capitalize<CamelCase<Type>>}`]?: (
    event: DroppointPickerEventMap[Type],
  ) => void;
};

declare module 'vue' {
  interface GlobalComponents {
    'droppoint-picker': DefineComponent<
      DroppointPickerProps &
        Events &
        Omit<HTMLAttributes, 'onChange'> & { onChange?: (event: Event) => void } & PublicProps
    >;
  }
}
