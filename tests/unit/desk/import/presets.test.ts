import { beforeEach, describe, expect, it } from 'vitest';
import { restoreDeskFile, writeDeskFile } from '../../../../src/lib/desk/desk-file.ts';
import {
  combinePresets,
  findPreset,
  readPresets,
  removePreset,
  savePreset,
  type Preset,
} from '../../../../src/lib/desk/import/presets.ts';
import { openDesk, startBrowser } from '../fake-desk.ts';
import { assess } from './assess.ts';

beforeEach(() => void startBrowser());

const SHIRT: Preset = { product: 'T-shirt', size: 'A', weight: '0,4' };
const LONG: Preset = { product: 'T-shirt, long', size: 'B', weight: '0.5' };
const CODE: Preset = { product: 'F-1', size: 'C', weight: '2' };
const LIGHT: Preset = { product: 'Card', size: null, weight: '0.02' };
const BOX: Preset = { product: 'Box', size: 'B', weight: '' };
const PRESETS = [SHIRT, LONG, CODE, LIGHT, BOX];
const line = (product: string, quantity = 1, sku = '') => ({ product, quantity, sku });

describe('The preset of a product', () => {
  it.each<[string, string, string, Preset | null]>([
    ['words of its name', 'Fern t-shirt, S', '', SHIRT],
    ['most words of its name', 'T-SHIRT LONG', '', LONG],
    ['its name if its SKU has none', 'T-shirt', 'f1', SHIRT],
    ['its SKU in any spelling', 'T-shirt', 'F 1', CODE],
    ['no part of a word', 'Cardigan', '', null],
    ['none', 'Hat', 'F-2', null],
  ])('is found by %s', (_, product, sku, preset) => {
    expect(findPreset(line(product, 1, sku), PRESETS)).toBe(preset);
  });

  it.each([
    ['one piece', [line('T-shirt')], { size: 'A', weight: '0.4', pieces: 1 }],
    [
      'several: weights are added up, the largest size is used',
      [line('T-shirt', 3), line('x', 1, 'F-1')],
      { size: 'C', weight: '3.2', pieces: 4 },
    ],
    ['a size that isn’t known', [line('T-shirt'), line('Card')], { size: null, weight: '0.42', pieces: 2 }],
    ['a weight that isn’t known', [line('T-shirt'), line('Box')], { size: 'B', weight: '', pieces: 2 }],
    ['a product without a preset', [line('T-shirt'), line('Hat')], null],
    ['no product', [], null],
  ])('makes a parcel of %s', (_, lines, parcel) => {
    expect(combinePresets(lines, PRESETS)).toEqual(parcel);
  });
});

it('Presets apply to the rows of an import without their own size and weight, and several pieces are said', async () => {
  const csv = [
    'Order;Name;E-mail;Phone;Street;Postcode;Town;Country;Product;Quantity;Weight (kg)',
    ...['T-shirt;1;', 'T-shirt;3;', 'T-shirt;1;5', 'Hat;1;'].map(
      (end, at) => `${at};Ada Lis;a${at}@mail.example;+48500000301;Mglista 7;00-950;Testowo;PL;${end}`,
    ),
  ].join('\n');
  const { rows } = await assess(new TextEncoder().encode(csv), 'en', undefined, [SHIRT]);
  expect(
    rows.map(({ state, shipment, problems }) => [
      state,
      shipment.parcels[0]!.weight.amount,
      ...problems.map(({ code, detail }) => `${code} ${detail}`),
    ]),
  ).toEqual([
    ['good', 0.4],
    ['good', 1.2, 'pieces_size 3'],
    ['good', 5],
    ['good', 1],
  ]);
});

it('Presets are part of a desk’s file, of two tabs, and of what is forgotten', async () => {
  const [one, other] = [await openDesk(), await openDesk()];
  await savePreset(one, SHIRT);
  await savePreset(one, { ...CODE, product: ' F-1 ' });
  await savePreset(other, BOX);
  await restoreDeskFile(other, new Blob([await writeDeskFile(one)]));
  expect(await readPresets(other)).toEqual([BOX, CODE, SHIRT]);
  await savePreset(other, { ...SHIRT, product: 'T-SHIRT', size: 'B' });
  await removePreset(other, CODE);
  expect(await readPresets(other)).toEqual([BOX, { ...SHIRT, product: 'T-SHIRT', size: 'B' }]);
  // Another version's.
  await other.saveSetting('preset hat', { product: 'Hat', size: 'XXL', weight: 7 });
  await other.saveSetting('preset cap', 'B');
  expect(await readPresets(other)).toContainEqual({ product: 'Hat', size: null, weight: '' });
  expect(await readPresets(other)).toHaveLength(3);
});
