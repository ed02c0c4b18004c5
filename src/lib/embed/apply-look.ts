import type { PickerConfig } from '../contract/picker-config.ts';

/** Tokens that a shop may set, each with the property a value must be good for. */
const TOKENS: Readonly<Record<string, readonly [property: string, ...tokens: string[]]>> = {
  colorPrimary: ['color', '--dp-primary', '--dp-primary-hover'],
  colorSurface: ['color', '--dp-surface', '--dp-surface-raised'],
  colorOnSurface: ['color', '--dp-on-surface'],
  colorOutline: ['color', '--dp-outline'],
  fontFamily: ['font-family', '--dp-font'],
  radius: ['border-radius', '--dp-radius', '--dp-radius-small'],
};

/** Words that say where a value comes from, and values that would be fetched, are no look. */
const NOT_A_VALUE = /^\s*(inherit|initial|unset|revert|revert-layer)\s*$|url\(|var\(/i;

/**
 * Gives the page a shop's theme, colours and font.
 * @param isValid whether the browser knows the value as one of that property (`CSS.supports`)
 */
export function applyLook(
  root: HTMLElement,
  { theme = 'auto', look = {} }: PickerConfig,
  isValid: (property: string, value: string) => boolean,
): void {
  if (theme === 'auto') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  for (const [key, [property, ...tokens]] of Object.entries(TOKENS)) {
    const value = look[key];
    for (const token of tokens) {
      if (typeof value === 'string' && !NOT_A_VALUE.test(value) && isValid(property, value))
        root.style.setProperty(token, value.trim());
      else root.style.removeProperty(token);
    }
  }
}
