import { readFileSync } from 'node:fs';
import { preprocessCSS, resolveConfig } from 'vite';
import { describe, expect, it } from 'vitest';
import { followSystem } from '../../../scripts/follow-system.mjs';
import { contrast } from '../../contrast.ts';

const FILE = 'src/lib/ui/tokens.css';
const config = await resolveConfig(
  { configFile: false, logLevel: 'silent', css: { postcss: { plugins: [followSystem] } } },
  'build',
);
/** The style sheet as the pages load it. */
const { code: css } = await preprocessCSS(readFileSync(FILE, 'utf8'), FILE, config);

/** The three blocks of tokens in the order of the file: light, dark by the system, dark by attribute. */
const blocks = [...css.matchAll(/:root[^{]*\{([^}]*)\}/g)].map(
  ([, body = '']) =>
    new Map(
      [...body.matchAll(/(--dp-[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
    ),
);
const [light, darkBySystem, darkByAttribute] = blocks as [
  Map<string, string>,
  Map<string, string>,
  Map<string, string>,
];

const readBytes = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
const compare = (tokens: Map<string, string>, front: string, back: string) =>
  contrast(readBytes(tokens.get(`--dp-${front}`)!), readBytes(tokens.get(`--dp-${back}`)!));

/** Colours of text, by the surface it is on. */
const TEXT = {
  surface: 'on-surface muted primary danger success',
  'surface-raised': 'on-surface muted primary danger success',
  primary: 'on-primary',
  'primary-hover': 'on-primary',
  'primary-soft': 'on-surface primary muted',
  'danger-soft': 'on-surface danger muted',
  'success-soft': 'on-surface success muted',
  hairline: 'muted',
};
const PARTS = {
  surface: 'outline focus danger success',
  'surface-raised': 'outline focus danger success',
  'primary-soft': 'outline focus danger success',
};

/** Colours of types of points and of clusters, on the map's land and water and behind the icons of rows and cards. */
const TYPES = ['locker', 'shop', 'other', 'cluster'];
const MAP_FILE = 'src/lib/map/map.css';
const { code: mapCss } = await preprocessCSS(readFileSync(MAP_FILE, 'utf8'), MAP_FILE, config);
/** The map's own colours, in the order of the themes above. */
const grounds = [...mapCss.matchAll(/--dp-map-(?:water|land): (#\w+)/g)].map(([, hex = '']) => hex);
const groundsOf = { light: grounds.slice(0, 2), dark: grounds.slice(-2) };

function expectContrast(tokens: Map<string, string>, fronts: Record<string, string>, least: number) {
  for (const [back, names] of Object.entries(fronts))
    for (const front of names.split(' '))
      expect(compare(tokens, front, back), `${front} on ${back}`).toBeGreaterThanOrEqual(least);
}

describe('the tokens', () => {
  describe.each([
    ['light', light],
    ['dark', darkByAttribute],
  ] as const)('of the %s theme', (theme, tokens) => {
    // Proves: accessibility/contrast.
    it(`keep text readable in ${theme}`, () => expectContrast(tokens, TEXT, 4.5));
    // Proves: accessibility/outlines.
    it(`keep edges and the focus ring visible in ${theme}`, () => expectContrast(tokens, PARTS, 3));

    it(`keep types of points, and clusters, visible on map and list, and legible, in ${theme}`, () => {
      expect(grounds).toHaveLength(6);
      for (const type of TYPES) {
        const colour = readBytes(tokens.get(`--dp-${type}`)!);
        for (const ground of [...groundsOf[theme], tokens.get('--dp-surface-raised')!])
          expect(contrast(colour, readBytes(ground)), `${type} on ${ground}`).toBeGreaterThanOrEqual(3);
        expect(compare(tokens, 'on-type', type), type).toBeGreaterThanOrEqual(4.5);
      }
    });

    it(`give clusters no colour of their own in ${theme}`, () => {
      const bytes = readBytes(tokens.get('--dp-cluster')!);
      expect(Math.max(...bytes) - Math.min(...bytes)).toBeLessThan(32);
    });
  });

  it('both blocks of dark tokens are equal', () => {
    expect(darkBySystem.size).toBeGreaterThan(10);
    expect([...darkBySystem]).toEqual([...darkByAttribute]);
  });
});
