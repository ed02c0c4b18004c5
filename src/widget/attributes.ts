import type { PickerConfig } from '../lib/contract/picker-config.ts';
import * as names from '../lib/contract/picker-names.ts';

const SETTINGS = names.SETTINGS.split(' ');
const LOOK = names.LOOK.split(' ');

/** There or not; `"false"` is what frameworks write for not. */
export const SWITCHES = names.SWITCHES.split(' ');

export const ATTRIBUTES = [...SETTINGS, ...SWITCHES, ...names.OWN.split(' ')];

/** `point-type` → `pointType`. */
const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Of a text with blanks between them. */
export type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text;
type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
type TextProperty = CamelCase<Words<typeof names.SETTINGS | typeof names.OWN>>;
type SwitchProperty = CamelCase<Words<typeof names.SWITCHES>>;

/** What the element's class is made of. On a server there are no elements; the module can be imported there all the same. */
export const Base = (globalThis.HTMLElement ?? class {}) as new () => HTMLElement &
  Record<TextProperty, string> &
  Record<SwitchProperty, boolean>;

/** Gives a class a property for each attribute. An array becomes a list, null takes the attribute away. */
export function mirrorAttributes(prototype: HTMLElement): void {
  for (const name of ATTRIBUTES) {
    const isSwitch = SWITCHES.includes(name);
    Object.defineProperty(prototype, camelCase(name), {
      get(this: HTMLElement) {
        return isSwitch ? this.hasAttribute(name) : (this.getAttribute(name) ?? '');
      },
      set(this: HTMLElement, value: unknown) {
        if (isSwitch ? value && value !== 'false' : value !== null && value !== undefined)
          this.setAttribute(name, isSwitch ? '' : String(value));
        else this.removeAttribute(name);
      },
    });
  }
}

/** Gives a class what an object of each element knows, under the same names: values, and methods bound to it. */
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

/** What the shop's page has said in attributes and in its styles, as the picker's config has it. */
export function readAttributes(element: HTMLElement): PickerConfig {
  const config: Record<string, unknown> = {};
  for (const name of SETTINGS) config[camelCase(name)] = element.getAttribute(name) ?? undefined;
  config['language'] ||= element.closest<HTMLElement>('[lang]')?.lang;
  const style = getComputedStyle(element);
  // As the page around: it is light unless it says that it can be dark, and where it can be both the shopper's system decides.
  const { colorScheme } = style;
  if (/^(auto)?$/.test(element.getAttribute('theme') ?? ''))
    config['theme'] = !colorScheme.includes('dark')
      ? 'light'
      : colorScheme.includes('light')
        ? 'auto'
        : 'dark';
  config['look'] = Object.fromEntries(
    LOOK.map((name) => [camelCase(name), style.getPropertyValue(`--droppoint-${name}`)]),
  );
  config['remember'] = element.matches('[remember]');
  // Disabled, be it by a fieldset around, is for the frame the same: there is nothing to choose.
  config['readonly'] = element.matches('[readonly], :disabled');
  return config;
}

/** Tells the shop's page. @returns what it may have called off */
export function emit(element: HTMLElement, type: string, detail: object): Event {
  const how = { detail, cancelable: true, bubbles: true, composed: true };
  const event = new CustomEvent(`droppoint-${type}`, how);
  element.dispatchEvent(event);
  return event;
}

/** As any form control does. */
export function emitChange(element: HTMLElement): void {
  for (const name of ['input', 'change']) element.dispatchEvent(new Event(name, { bubbles: true }));
}
