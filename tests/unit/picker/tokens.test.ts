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
/** As the pages load it. */
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

const TEXT: [front: string, back: string][] = [
  ...['on-surface', 'muted', 'primary', 'danger', 'success'].flatMap((front): [string, string][] => [
    [front, 'surface'],
    [front, 'surface-raised'],
  ]),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-surface', 'primary-soft'],
  ['primary', 'primary-soft'],
  ['muted', 'primary-soft'],
  ['on-surface', 'danger-soft'],
  ['danger', 'danger-soft'],
  ['muted', 'danger-soft'],
  ['on-surface', 'success-soft'],
  ['success', 'success-soft'],
  ['muted', 'success-soft'],
  ['muted', 'hairline'],
];
const PARTS: [front: string, back: string][] = ['outline', 'focus', 'danger', 'success'].flatMap(
  (front): [string, string][] => [
    [front, 'surface'],
    [front, 'surface-raised'],
    [front, 'primary-soft'],
  ],
);

describe('the tokens', () => {
  it.each([
    ['light', light],
    ['dark', darkByAttribute],
  ] as const)('keep text readable in %s', (_, tokens) => {
    const tooFaint = TEXT.filter(([front, back]) => compare(tokens, front, back) < 4.5);
    expect(tooFaint).toEqual([]);
  });

  it.each([
    ['light', light],
    ['dark', darkByAttribute],
  ] as const)('keep edges and the focus ring visible in %s', (_, tokens) => {
    const tooFaint = PARTS.filter(([front, back]) => compare(tokens, front, back) < 3);
    expect(tooFaint).toEqual([]);
  });

  it('are the same in both dark blocks', () => {
    expect(darkBySystem.size).toBeGreaterThan(10);
    expect([...darkBySystem]).toEqual([...darkByAttribute]);
  });
});
