import { LOOK_NAMES } from '../../contract/picker-names.ts';

/** Custom properties of the look, for a list of transitions: browsers only notice their changes by name. */
export const NAMED_LOOK = LOOK_NAMES.replace(/\S+/g, ',--droppoint-$&');

/** As the page: light unless it supports dark; if it supports both, the shopper's system setting applies. */
const readTheme = ({ colorScheme }: CSSStyleDeclaration): 'light' | 'dark' | 'auto' =>
  colorScheme.includes('dark') ? (colorScheme.includes('light') ? 'auto' : 'dark') : 'light';

/**
 * Reads language, colours and look of an element: by its attributes, else as the page around it.
 * `look` has the values of the custom properties, by their names without `--droppoint-`.
 */
export function readSurroundings(
  element: HTMLElement & { language: string; theme: string },
  nameOf: (name: string) => string,
) {
  const style = getComputedStyle(element);
  return {
    language: element.language || element.closest<HTMLElement>('[lang]')?.lang || undefined,
    theme: (element.theme || 'auto') === 'auto' ? readTheme(style) : element.theme,
    look: Object.fromEntries(
      LOOK_NAMES.split(' ').map((name) => [nameOf(name), style.getPropertyValue(`--droppoint-${name}`)]),
    ),
  };
}
