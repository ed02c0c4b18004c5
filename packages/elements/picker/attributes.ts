import type { PickerConfig } from '../../../src/lib/contract/picker-config.ts';
import * as names from '../../../src/lib/contract/picker-names.ts';

const SETTINGS = names.SETTINGS.split(' ');
const LOOK = names.LOOK.split(' ');

/** Boolean attributes. Some frameworks write `"false"` instead of removing them. */
export const SWITCHES = names.SWITCHES.split(' ');

export const ATTRIBUTES = [...SETTINGS, ...SWITCHES, ...names.OWN.split(' ')];

/** `point-type` → `pointType`. */
const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Union of the words of a text, which are separated by spaces. */
export type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text;
type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
type TextProperty = CamelCase<Words<typeof names.SETTINGS | typeof names.OWN>>;
type SwitchProperty = CamelCase<Words<typeof names.SWITCHES>>;

/** Base class of the element; an empty class on servers, which have no HTMLElement, so that the module can be imported there. */
export const Base = (globalThis.HTMLElement ?? class {}) as new () => HTMLElement &
  Record<TextProperty, string> &
  Record<SwitchProperty, boolean>;

/** Defines a property for each attribute. An array is joined by commas; null and undefined remove the attribute. */
export function mirrorAttributes(prototype: HTMLElement): void {
  for (const name of ATTRIBUTES) {
    const isSwitch = SWITCHES.includes(name);
    Object.defineProperty(prototype, camelCase(name), {
      get(this: HTMLElement) {
        return isSwitch ? this.hasAttribute(name) : (this.getAttribute(name) ?? '');
      },
      set(this: HTMLElement, value: unknown) {
        if (isSwitch ? value && value !== 'false' : value !== null && value !== undefined)
          this.setAttribute(name, isSwitch ? '' : (value as string));
        else this.removeAttribute(name);
      },
    });
  }
}

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
export function readAttributes(element: HTMLElement): PickerConfig {
  const config: Record<string, unknown> = {};
  for (const name of SETTINGS) config[camelCase(name)] = element.getAttribute(name) ?? undefined;
  config['language'] ||= element.closest<HTMLElement>('[lang]')?.lang || undefined;
  const style = getComputedStyle(element);
  // As the page: light unless it supports dark; if it supports both, the shopper's system setting applies.
  const { colorScheme } = style;
  if ((config['theme'] || 'auto') === 'auto')
    config['theme'] = !colorScheme.includes('dark')
      ? 'light'
      : colorScheme.includes('light')
        ? 'auto'
        : 'dark';
  config['look'] = Object.fromEntries(
    LOOK.map((name) => [camelCase(name), style.getPropertyValue(`--droppoint-${name}`)]),
  );
  config['remember'] = element.matches('[remember]');
  // Disabled, also by a fieldset, is the same as readonly to the frame: nothing can be chosen.
  config['readonly'] = element.matches('[readonly], :disabled');
  return config;
}

/** Dispatches an event to the shop's page. @returns the event, which a listener may have cancelled */
export function emit(element: HTMLElement, type: string, detail: object): Event {
  const how = { detail, cancelable: true, bubbles: true, composed: true };
  const event = new CustomEvent(`droppoint-${type}`, how);
  element.dispatchEvent(event);
  return event;
}

/** Dispatches `input` and `change`, as any form control does. */
export function emitChange(element: HTMLElement): void {
  for (const name of ['input', 'change']) element.dispatchEvent(new Event(name, { bubbles: true }));
}
