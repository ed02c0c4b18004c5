import { expect } from '@playwright/test';
import { contrast } from '../contrast.ts';

/** Shops' own colours, around the locker and the shop beside each other in the network of odd-points.ts. */
const COLOURS = {
  brown: '#9a4a2b',
  yellow: '#ffcc00',
  violet: '#6a1b9a',
  black: '#111111',
  green: '#00aa00',
};

export const LOOKS = Object.entries(COLOURS).flatMap(([name, color]) =>
  (['light', 'dark'] as const).map((scheme) => ({ name, color, scheme })),
);

export const writeStyle = ({ color, scheme }: (typeof LOOKS)[number]) =>
  `--droppoint-color-primary:${color};color-scheme:${scheme}`;

/** A picker that shows both on map and list. */
export const writeElement = (look: (typeof LOOKS)[number]) =>
  '<droppoint-picker id="picker" mode="inline" latitude="52.23" longitude="21.012" zoom="16" ' +
  `style="${writeStyle(look)}"></droppoint-picker>`;

/** Selectors of elements that represent a point. */
export const PARTS = {
  lockerPin: '.dp-pin-locker',
  shopPin: '.dp-pin-shop',
  lockerRow: '.row .type-mark.locker',
  shopRow: '.row .type-mark.shop',
};

interface Part {
  /** Red, green and blue of the glyph and of its background. */
  front: number[];
  back: number[];
  shape: string;
  glyph: string;
}
type Parts = Record<keyof typeof PARTS, Part>;

/** Reads the parts in a picker's page. It runs there, so it uses nothing from around it. */
export function readParts(selectors: typeof PARTS): Parts {
  const context = document.createElement('canvas').getContext('2d')!;
  const toBytes = (color: string) => {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const read = (selector: string) => {
    const element = document.querySelector(selector)!;
    const outline = element.querySelector('.dp-pin-outline');
    const style = getComputedStyle(element);
    return {
      front: toBytes(style.color),
      back: toBytes(outline ? getComputedStyle(outline).fill : style.backgroundColor),
      shape: outline ? outline.getAttribute('d') : style.borderRadius,
      glyph: element.querySelector(outline ? '.dp-pin-glyph' : 'path')!.getAttribute('d'),
    };
  };
  return Object.fromEntries(
    Object.entries(selectors).map(([name, selector]) => [name, read(selector)]),
  ) as unknown as Parts;
}

/** Colours of locker and shop (src/lib/ui/tokens.css), in any shop's colours. */
const TYPES = {
  light: [
    [13, 92, 112],
    [138, 58, 30],
  ],
  dark: [
    [111, 208, 227],
    [240, 168, 132],
  ],
};

/**
 * The two types differ by shape, each glyph is seen (WCAG 1.4.11), and a type's one colour is on map and list
 * whatever the shop's is.
 */
export function expectTwoTypes(parts: Parts, scheme: keyof typeof TYPES): void {
  const { lockerPin, shopPin, lockerRow, shopRow } = parts;
  for (const [name, { front, back }] of Object.entries(parts))
    expect(contrast(front, back), name).toBeGreaterThanOrEqual(3);
  for (const key of ['shape', 'glyph'] as const) {
    expect(lockerPin[key]).not.toBe(shopPin[key]);
    expect(lockerRow[key]).not.toBe(shopRow[key]);
  }
  expect([lockerPin.back, shopPin.back], 'on the map').toEqual(TYPES[scheme]);
  expect([lockerRow.back, shopRow.back], 'in the list').toEqual(TYPES[scheme]);
}
