import type { PickerConfig } from '#contract/picker-config.ts';
import { CHOICES } from '#contract/picker-names.ts';

/** CSS tokens that a shop may set, each with the CSS property that its value must be valid for. */
const TOKENS: Readonly<Record<string, readonly [property: string, ...tokens: string[]]>> = {
  colorPrimary: ['color', '--dp-primary'],
  colorSurface: ['color', '--dp-surface', '--dp-surface-raised'],
  colorOnSurface: ['color', '--dp-on-surface'],
  colorOutline: ['color', '--dp-outline'],
  fontFamily: ['font-family', '--dp-font'],
  radius: ['border-radius', '--dp-radius', '--dp-radius-small'],
};

const CSS_WIDE_KEYWORD = /^\s*(inherit|initial|unset|revert|revert-layer)\s*$/i;
/** The name before each opening bracket; empty if there is none. */
const FUNCTION_NAME = /([\w\u{80}-\u{10ffff}-]*)\(/gu;
/**
 * Functions for colours and lengths. Other functions load addresses, or insert a value from
 * elsewhere, which `CSS.supports` can't check.
 */
const FUNCTIONS: ReadonlySet<string> = new Set([
  '',
  ...'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp'.split(' '),
]);

/**
 * Whether a shop's value is valid for the property, and nothing else. A backslash could spell the name of
 * any function.
 */
function isUsable(property: string, value: unknown): value is string {
  return (
    typeof value === 'string' &&
    !value.includes('\\') &&
    !CSS_WIDE_KEYWORD.test(value) &&
    [...value.matchAll(FUNCTION_NAME)].every(([, name]) => FUNCTIONS.has(name!.toLowerCase())) &&
    CSS.supports(property, value)
  );
}

/** Minimum contrast of text and of outlines (WCAG). */
const TEXT_CONTRAST = 4.5;
const PART_CONTRAST = 3;
const WHITE = '#ffffff';
const BLACK = '#000000';
/** On darker surfaces white is easier to read than black. */
const MIDDLE_LUMINANCE = 0.18;

/** Applies a shop's theme, colours and font to the page. Colours with too little contrast are corrected. */
export function applyLook(
  root: HTMLElement,
  { theme = CHOICES.theme[0], look = {} }: Pick<PickerConfig, 'theme' | 'look'>,
): void {
  const values = new Map<string, string>();
  for (const [key, [property, ...tokens]] of Object.entries(TOKENS)) {
    const value = look[key];
    if (isUsable(property, value)) values.set(key, value.trim());
    // An empty string removes the property.
    for (const token of tokens) root.style.setProperty(token, values.get(key) ?? '');
  }
  for (const token of ['--dp-on-primary', '--dp-primary-text']) root.style.removeProperty(token);
  if (values.has('colorPrimary')) root.dataset['primary'] = '';
  else delete root.dataset['primary'];
  // All other colours depend on the surface.
  const surface = values.get('colorSurface');
  const scheme = surface === undefined ? theme : readLuminance(surface) < MIDDLE_LUMINANCE ? 'dark' : 'light';
  if (scheme === 'auto') delete root.dataset['theme'];
  else root.dataset['theme'] = scheme;
  if ([...values.keys()].some((key) => key.startsWith('color'))) correctColors(root);
}

function correctColors(root: HTMLElement): void {
  const luminanceOf = (token: string) => readLuminance(getComputedStyle(root).getPropertyValue(token));
  const contrast = (one: number, other: number) =>
    (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const isTooLow = (front: string, back: string, least: number) =>
    contrast(luminanceOf(front), luminanceOf(back)) < least;
  for (const [front, back] of [
    ['--dp-on-primary', '--dp-primary'],
    ['--dp-on-surface', '--dp-surface'],
  ] as const) {
    const best = luminanceOf(back) < MIDDLE_LUMINANCE ? WHITE : BLACK;
    if (isTooLow(front, back, TEXT_CONTRAST)) root.style.setProperty(front, best);
  }
  if (isTooLow('--dp-primary', '--dp-surface', TEXT_CONTRAST))
    root.style.setProperty('--dp-primary-text', 'var(--dp-on-surface)');
  if (isTooLow('--dp-outline', '--dp-surface', PART_CONTRAST)) root.style.removeProperty('--dp-outline');
}

const SRGB_LINEAR_UP_TO = 0.04045;
const FULL = 255;

/** Relative luminance (WCAG 2.2) of any colour that the browser can parse, from 0 to 1. */
function readLuminance(color: string): number {
  const [red, green, blue] = readBytes(color).map((byte) => {
    const value = byte / FULL;
    return value <= SRGB_LINEAR_UP_TO ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function readBytes(color: string): [red: number, green: number, blue: number, alpha: number] {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d')!;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data] as ReturnType<typeof readBytes>;
}
