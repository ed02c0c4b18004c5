import type { PickerConfig } from '../../contract/picker-config.ts';
import { camelCase, type Words } from '../shared/base.ts';
import * as names from '../../contract/picker-names.ts';
import { readSurroundings } from '../shared/look.ts';

const SETTINGS = names.SETTING_NAMES.split(' ');

/** Boolean attributes. Some frameworks write `"false"` instead of removing them. */
export const SWITCHES = names.SWITCH_NAMES.split(' ');

export const OBSERVED_ATTRIBUTES = [...SETTINGS, ...SWITCHES, ...names.OWN_NAMES.split(' ')];

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
type TextProperty = CamelCase<Words<typeof names.SETTING_NAMES | typeof names.OWN_NAMES>>;
type SwitchProperty = CamelCase<Words<typeof names.SWITCH_NAMES>>;

/** An element with a property for each attribute. */
export type AttributesElement = HTMLElement & Record<TextProperty, string> & Record<SwitchProperty, boolean>;

/** Defines getters for members of an object of each element, under the same names: its values, and its methods bound to it. */
export function mirrorObject<Owner>(
  prototype: Owner,
  names: string,
  objectOf: (owner: Owner) => object,
): void {
  for (const name of names.split(' '))
    Object.defineProperty(prototype, name, {
      get(this: Owner) {
        const object = objectOf(this) as Record<string, unknown>;
        const value = object[name];
        return typeof value === 'function' ? (value.bind(object) as unknown) : value;
      },
    });
}

/** Reads the element's attributes and computed styles as a picker config. */
export function readAttributes(element: AttributesElement): PickerConfig {
  const config: Record<string, unknown> = {};
  for (const name of SETTINGS) config[camelCase(name)] = element.getAttribute(name) ?? undefined;
  return {
    ...config,
    ...readSurroundings(element, camelCase),
    remember: element.matches('[remember]'),
    // Disabled, also by a fieldset, is the same as readonly to the frame: nothing can be chosen.
    readonly: element.matches('[readonly], :disabled'),
  } as PickerConfig;
}

/** Dispatches `input` and `change`, as any form control does. */
export function emitChange(element: HTMLElement): void {
  for (const name of ['input', 'change']) element.dispatchEvent(new Event(name, { bubbles: true }));
}
