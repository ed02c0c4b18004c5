import * as names from '../lib/contract/picker-names.ts';

const SETTINGS = names.SETTINGS.split(' ');
const LOOK = names.LOOK.split(' ');

/** There or not; `"false"` is what frameworks write for not. */
export const SWITCHES = names.SWITCHES.split(' ');

export const ATTRIBUTES = [...SETTINGS, ...SWITCHES, ...names.OWN.split(' ')];

/** `point-type` → `pointType`. */
const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

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

/** What the shop's page has said in attributes and in its styles, as the picker's config has it. */
export function readAttributes(element: HTMLElement): Record<string, unknown> {
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
