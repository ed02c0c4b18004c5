import type { HTMLAttributes } from 'svelte/elements';
import type {
  DroppointPicker,
  DroppointPickerAttributes,
  DroppointPickerEventMap,
  PickerConfig,
  PickerFilter,
} from './element.js';

type Events = {
  [Type in keyof DroppointPickerEventMap as `on${Type}`]?: (event: DroppointPickerEventMap[Type]) => void;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'droppoint-picker': HTMLAttributes<DroppointPicker> &
      DroppointPickerAttributes &
      Events & { config?: PickerConfig; messages?: Record<string, string>; filter?: PickerFilter };
  }
}
