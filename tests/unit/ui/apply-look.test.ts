import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PickerConfig } from '#contract/picker-config.ts';
import { applyLook } from '../../../src/lib/ui/apply-look.ts';
import { makeRoot, stubPage } from './look-page.ts';

/** The answer of `CSS.supports`. */
let supported: (property: string, value: string) => boolean;

type Look = Record<string, unknown>;
const dress = (look: Look, theme?: PickerConfig['theme'], root = makeRoot()) => {
  applyLook(root as never, { look, ...(theme && { theme }) });
  return root;
};
const tokensOf = (look: Look) => Object.fromEntries(dress(look).set);

beforeEach(() => {
  supported = () => true;
  stubPage((property, value) => supported(property, value));
});
afterEach(() => vi.unstubAllGlobals());

describe('values of a shop’s look', () => {
  // CSS Values 4 §4.5.
  it.each([
    'env(x,image-set("https://h.example/E" 1x))',
    'v\\61r(--x, u\\72l(https://h.example/C))',
    'url(https://h.example)',
    'URL("https://h.example")',
    'src("https://h.example")',
    'image-set("https://h.example" 1x)',
    '-webkit-image-set(url(https://h.example) 1x)',
    'image("https://h.example")',
    'cross-fade(red, blue)',
    'element(#map)',
    'paint(worklet)',
    'var(--dp-primary)',
    'var(--x, red)',
    'attr(data-x type(<color>), red)',
    'if(style(--x: 1): red)',
    'inherit(--x)',
    '--mine(red)',
    'rgb(var(--x))',
    'color-mix(in srgb, env(x, red), blue)',
    'élément(red)',
    'r\\67 b(0 0 0)',
    'red\\',
    'inherit',
    ' INITIAL ',
    'unset',
    'revert',
    'revert-layer',
    7,
    null,
    undefined,
    ['red'],
  ])('the value %s is rejected, whatever the browser says', (value) => {
    expect(tokensOf({ radius: value, fontFamily: value })).toEqual({});
    expect(dress({ colorPrimary: value, colorSurface: value }).set.size).toBe(0);
  });

  it.each([
    'rgb(0 0 0 / 50%)',
    'RGBA(0, 0, 0, .5)',
    'hsl(120deg 50% 50%)',
    'hsla(120, 50%, 50%, 1)',
    'hwb(0 0% 0%)',
    'lab(50% 0 0)',
    'lch(50% 0 0)',
    'oklab(50% 0 0)',
    'oklch(50% 0 0)',
    'color(display-p3 1 0 0)',
    'color-mix(in srgb, rgb(0 0 0), white)',
    'light-dark(white, black)',
    'calc((1rem + 2px) * 2)',
    'min(1rem, 2px)',
    'max(1rem, 2px)',
    'clamp(1px, 2px, 3px)',
    '"Inter (Text)", sans-serif',
    'initials',
  ])('the value %s is accepted if the browser knows it', (value) => {
    expect(tokensOf({ radius: ` ${value} ` })).toEqual({ '--dp-radius': value, '--dp-radius-small': value });
    supported = () => false;
    expect(tokensOf({ radius: value })).toEqual({});
  });

  it('a value is checked for its own property, and sets all dependent tokens', () => {
    const checks: string[] = [];
    supported = (property, value) => checks.push(`${property}: ${value}`) > 0;
    const look = {
      colorPrimary: '#000001',
      colorSurface: '#fffffe',
      colorOnSurface: '#000002',
      colorOutline: '#000003',
      fontFamily: 'Inter',
      radius: '4px',
      somethingNew: 'red',
    };
    expect(tokensOf(look)).toEqual({
      '--dp-primary': '#000001',
      '--dp-surface': '#fffffe',
      '--dp-surface-raised': '#fffffe',
      '--dp-on-surface': '#000002',
      '--dp-outline': '#000003',
      '--dp-font': 'Inter',
      '--dp-radius': '4px',
      '--dp-radius-small': '4px',
    });
    expect(checks).toEqual([
      'color: #000001',
      'color: #fffffe',
      'color: #000002',
      'color: #000003',
      'font-family: Inter',
      'border-radius: 4px',
    ]);
  });

  it('the next settings remove the values of the previous ones', () => {
    const root = dress({ radius: '4px', colorPrimary: '#ffff00' }, 'dark');
    expect(root.set.size).toBeGreaterThan(0);
    applyLook(root as never, {});
    expect([[...root.set], root.dataset]).toEqual([[], {}]);
  });
});

describe('the theme', () => {
  it('the theme is the shop’s; “auto” or none follows the system', () => {
    expect(dress({}, 'dark').dataset).toEqual({ theme: 'dark' });
    expect(dress({}, 'light').dataset).toEqual({ theme: 'light' });
    const root = dress({}, 'dark');
    expect(dress({}, 'auto', root).dataset).toEqual({});
    expect(dress({}).dataset).toEqual({});
  });

  it.each([
    ['#000000', 'dark'],
    ['#0a0a0a', 'dark'],
    // On either side of the luminance 0.18.
    ['#757575', 'dark'],
    ['#767676', 'light'],
    ['#ffffff', 'light'],
    ['#ff0000', 'light'],
    ['#0000ff', 'dark'],
    ['#008800', 'dark'],
    ['#009000', 'light'],
  ])('the theme follows the shop’s surface: %s is %s', (colorSurface, scheme) => {
    expect(dress({ colorSurface }, 'light').dataset).toEqual({ theme: scheme });
    expect(dress({ colorSurface }, 'dark').dataset).toEqual({ theme: scheme });
  });
});

describe('colours with too little contrast', () => {
  it.each([
    // On white 4.54 and 4.48.
    ['#767676', undefined],
    ['#777777', '#000000'],
  ])('text on the surface is corrected: %s becomes %s', (colorOnSurface, corrected) => {
    const { set } = dress({ colorOnSurface, colorSurface: '#ffffff' });
    expect(set.get('--dp-on-surface')).toBe(corrected ?? colorOnSurface);
  });

  it('text on a dark surface becomes white', () => {
    expect(tokensOf({ colorSurface: '#000000', colorOnSurface: '#222222' })['--dp-on-surface']).toBe(
      '#ffffff',
    );
    const { set } = dress({ colorPrimary: '#ffff00' });
    expect([set.get('--dp-on-primary'), set.get('--dp-primary-text')]).toEqual([
      '#000000',
      'var(--dp-on-surface)',
    ]);
  });

  it('colours stay unchanged if the shop sets none', () => {
    vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '#808080' }));
    expect(tokensOf({ radius: '4px' })).toEqual({ '--dp-radius': '4px', '--dp-radius-small': '4px' });
  });

  it('text in the primary colour falls back to the surface’s text colour', () => {
    expect(tokensOf({ colorPrimary: '#777777' })['--dp-primary-text']).toBe('var(--dp-on-surface)');
    expect(tokensOf({ colorPrimary: '#767676' })).not.toHaveProperty('--dp-primary-text');
  });

  it.each([
    // On white 3.03 and 2.85.
    ['#949494', true],
    ['#999999', false],
  ])('an outline is checked: %s stays: %s', (colorOutline, stays) => {
    expect('--dp-outline' in tokensOf({ colorOutline })).toBe(stays);
  });
});

describe('a shop’s own primary colour', () => {
  it('tints are mixed from it; the colours of types stay', () => {
    const root = dress({ colorPrimary: '#9a4a2b' });
    expect(root.dataset).toEqual({ primary: '' });
    expect([...root.set.keys()]).toEqual(['--dp-primary']);
    applyLook(root as never, {});
    expect(root.dataset).toEqual({});
  });
});
