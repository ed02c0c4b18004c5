import { expect, it } from 'vitest';
import { EMPTY_MARK } from '../../../../src/lib/desk/marks/mark.ts';
import {
  formatContent,
  formatSize,
  formatWeight,
  readContents,
} from '../../../../src/lib/desk/pack/describe-content.ts';
import { makeDraft } from '../fake-desk.ts';

it('Contents: as typed, a product per line, or else as imported; odd ones of a file are left out', () => {
  const typed = { ...EMPTY_MARK, contents: '2 × Mug\n\n3x Tea, 100 g\nLamp\n12 Eggs\n' };
  const imported = {
    ...makeDraft(),
    contents: [{ product: 'Mug', quantity: 2, sku: 'F-1' }, { product: 'Lamp' }],
  };
  expect(readContents(imported, typed).map(formatContent)).toEqual([
    '2 × Mug',
    '3 × Tea, 100 g',
    '1 × Lamp',
    '12 × Eggs',
  ]);
  expect(readContents(imported, EMPTY_MARK).map(formatContent)).toEqual(['2 × Mug (F-1)', '1 × Lamp']);
  expect(readContents({ ...makeDraft(), contents: 'x' }, EMPTY_MARK)).toEqual([]);
});

it('Size and weight: a locker’s letter, or the sides; empty where a file has none', () => {
  const sides = { length: 30, width: 20.5, height: 10, unit: 'CM' } as const;
  expect(formatSize({ dimensions: { length: 64, width: 38, height: 19, unit: 'CM' } })).toBe('B');
  expect(formatSize({ dimensions: sides })).toBe('30 × 20.5 × 10 cm');
  expect(formatWeight({ weight: { amount: 1.25, unit: 'KG' } })).toBe('1.25 kg');
  expect([formatSize({}), formatWeight({})]).toEqual(['', '']);
});
