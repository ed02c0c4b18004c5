/** Attributes that are passed on to the frame. Their values stay text: the frame reads them. */
const SETTINGS =
  'country point-type location-type exclude-ids postal-code city address latitude longitude zoom geolocation view language theme confirm map-consent'.split(
    ' ',
  );

/** Attributes that are there or not. */
const SWITCHES = 'readonly remember required disabled with-details'.split(' ');

export const ATTRIBUTES = [...SETTINGS, ...SWITCHES, 'name', 'mode', 'origin'];

/** Custom properties of CSS that reach into the frame, behind `--droppoint-`. */
const LOOK = 'color-primary color-surface color-on-surface color-outline font-family radius'.split(' ');

/** `point-type` → `pointType`. */
const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** All properties that a framework may have set before the class was there. */
export const PROPERTIES = ['value', 'config', 'messages', 'filter', ...ATTRIBUTES.map(camelCase)];

/** Gives a class a property for each attribute. An array becomes a list, null takes the attribute away. */
export function mirrorAttributes(prototype: HTMLElement): void {
  for (const name of ATTRIBUTES) {
    const isSwitch = SWITCHES.includes(name);
    Object.defineProperty(prototype, camelCase(name), {
      get(this: HTMLElement) {
        return isSwitch ? this.hasAttribute(name) : (this.getAttribute(name) ?? '');
      },
      set(this: HTMLElement, value: unknown) {
        if (isSwitch ? value : value !== null && value !== undefined)
          this.setAttribute(name, isSwitch ? '' : String(value));
        else this.removeAttribute(name);
      },
    });
  }
}

/** What the shop's page has said in attributes and in its styles, as the picker's config has it. */
export function readAttributes(element: HTMLElement): Record<string, unknown> {
  const config: Record<string, unknown> = { language: element.closest<HTMLElement>('[lang]')?.lang };
  for (const attribute of SETTINGS) {
    const value = element.getAttribute(attribute);
    if (value !== null) config[camelCase(attribute)] = value;
  }
  const style = getComputedStyle(element);
  config['look'] = Object.fromEntries(
    LOOK.map((name) => [camelCase(name), style.getPropertyValue(`--droppoint-${name}`)]),
  );
  config['remember'] = element.matches('[remember]');
  // Disabled, be it by a fieldset around, is for the frame the same: there is nothing to choose.
  config['readonly'] = element.matches('[readonly], :disabled');
  return config;
}
