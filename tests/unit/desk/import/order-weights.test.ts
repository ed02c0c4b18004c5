import { beforeEach, describe, expect, it } from 'vitest';
import { readWeightRole } from '../../../../src/lib/desk/import/weight-role.ts';
import { startBrowser } from '../fake-desk.ts';
import { assess } from './assess.ts';

beforeEach(() => void startBrowser());

const PERSON = 'Ada Lis;ada@mail.example;+48500000301;PL_TST01M';
const NAMES = ['', 'Ada', 'Bea', 'Cyd'];
const HEADER = 'Order;Name;E-mail;Phone;Point';

/** State, kilograms and messages about the weight, of each row. @param lines order, whether it has its person, and further cells */
async function weigh(columns: string, ...lines: readonly string[]): Promise<string[]> {
  const rows = lines.map((line) => {
    const [order, ...cells] = line.split(';');
    const person = order!.endsWith('+') ? ';;;' : PERSON.replace('Ada', NAMES[Number(order)]!);
    return [order!.replace('+', ''), person, ...cells].join(';');
  });
  const { rows: assessed } = await assess(
    new TextEncoder().encode([`${HEADER};${columns}`, ...rows].join('\n')),
  );
  return assessed.map(({ state, shipment, problems }) => {
    const notes = problems
      .filter(({ field }) => field === 'weight')
      .map(({ code, detail }) => ` ${code} ${detail}`);
    return `${state} ${shipment.parcels[0]!.weight.amount}${notes.join('')}`;
  });
}

describe('A table with a weight for each product', () => {
  it.each<[string, string, string[], string[]]>([
    [
      'of one piece: all pieces of all rows are added up',
      'Product;Quantity;Item weight (kg)',
      ['1;Mug;2;0.4', '1+;Plate;1;0.8', '2;Hat;1;0.2', '3;Mug;3;0,4'],
      [
        'good 1.6 added_up 2 × 0.4 + 0.8 = 1.6 kg',
        'repeated 0.8',
        'good 0.2',
        'good 1.2 added_up 3 × 0,4 = 1.2 kg',
      ],
    ],
    [
      'in grams',
      'Lineitem name;Lineitem quantity;Lineitem grams',
      ['1;Mug;2;400', '1+;Plate;1;1.250'],
      ['good 2.05 added_up 2 × 400 + 1.250 = 2.05 kg', 'repeated 1.25'],
    ],
    [
      'of a whole line',
      'Produkt;Ilość;Waga pozycji',
      ['1;Kubek;2;0,8', '1+;Talerz;1;0,5'],
      ['good 1.3 added_up 0,8 + 0,5 = 1.3 kg', 'repeated 0.5'],
    ],
    [
      'beside the order’s own, which counts',
      'Product;Quantity;Item weight;Total weight',
      ['1;Mug;2;0.4;1.7', '1+;Plate;1;0.8;1.7'],
      ['good 1.7', 'repeated 1.7'],
    ],
    [
      'with numbered columns',
      'Item 1 name;Item 1 quantity;Item 1 weight;Item 2 name;Item 2 quantity;Item 2 weight',
      ['1;Mug;2;0.4;Plate;1;0.8', '2;Mug;1;0.4;;;'],
      ['good 1.6 added_up 2 × 0.4 + 0.8 = 1.6 kg', 'good 0.4'],
    ],
    [
      'one of which is missing: it is asked',
      'Product;Quantity;Item weight',
      ['1;Mug;2;0.4', '1+;Plate;1;'],
      ['doubtful 0.4 several_weights 2 × 0.4 + ?', 'repeated 1'],
    ],
    [
      'with several products in one cell: it is asked',
      'Products;Item weight',
      ['1;2x Mug, 1x Plate;0.4'],
      ['doubtful 0.4 several_weights 2 × 0.4 + ?'],
    ],
    [
      'in further rows without a number',
      'Product;Quantity;Item weight',
      ['1;Mug;2;0.4', '+;Plate;1;0.8'],
      ['good 1.6 added_up 2 × 0.4 + 0.8 = 1.6 kg', 'no_order 0.8'],
    ],
    [
      'beside a quantity, without products',
      'Qty;Item weight',
      ['1;2 pcs;0.4', '2;a few;0.4'],
      ['good 0.8 added_up 2 × 0.4 = 0.8 kg', 'doubtful 0.4 several_weights ? × 0.4'],
    ],
  ])('%s', async (_, columns, lines, expected) => {
    expect(await weigh(columns, ...lines)).toEqual(expected);
  });
});

it('A row that is in a table twice isn’t added up without a question', async () => {
  expect(await weigh('Product;Item weight', '1;Mug;0.4', '1;Mug;0.4')).toEqual([
    'doubtful 0.4 several_weights 0.4 + 0.4',
    'repeated 0.4',
  ]);
});

describe('A table with a weight in each row, whose name doesn’t say of what', () => {
  it('is asked where the rows of an order differ', async () => {
    expect(await weigh('Product;Weight', '1;Mug;0.4', '1+;Plate;0.8', '2;Hat;0.2')).toEqual([
      'doubtful 0.4 several_weights 0.4 + 0.8',
      'repeated 0.8',
      'good 0.2',
    ]);
  });

  it('is asked where all rows have one weight', async () => {
    expect(await weigh('Product;Weight', '1;Mug;0.4', '1+;Plate;0.4')).toEqual([
      'doubtful 0.4 several_weights 0.4 + 0.4',
      'repeated 0.4',
    ]);
  });

  it('is asked where a product has one weight in any quantity', async () => {
    const lines = ['1;Mug;2;0.4', '2;Mug;1;0.4', '3;Hat;1;0.2'];
    expect(await weigh('Product;Quantity;Weight', ...lines)).toEqual([
      'doubtful 0.4 several_weights 2 × 0.4',
      'good 0.4',
      'good 0.2',
    ]);
  });

  it('is the order’s where the rows of each order agree, and the orders differ', async () => {
    const lines = ['1;Mug;0.4', '1+;Plate;0.4', '2;Hat;0.9', '2+;Mug;0.9'];
    expect(await weigh('Product;Weight', ...lines)).toEqual([
      'good 0.4',
      'repeated 0.4',
      'good 0.9',
      'repeated 0.9',
    ]);
  });

  it('is the order’s where no column has products and the rows of an order agree; else it is asked', async () => {
    expect(await weigh('Size;Weight', '1;A;3', '1;A;3')).toEqual(['good 3', 'repeated 3']);
    expect(await weigh('Size;Weight', '1;A;3', '1;A;2')).toEqual([
      'doubtful 3 several_weights 3 + 2',
      'repeated 2',
    ]);
  });

  it('is the order’s where only its first row has one', async () => {
    expect(await weigh('Product;Weight', '1;Mug;0.4', '1+;Plate;')).toEqual(['good 0.4', 'repeated 1']);
  });
});

it.each([
  ['Item weight', 'piece'],
  ['Lineitem grams', 'piece'],
  ['orderItemWeight', 'piece'],
  ['Weight per unit', 'piece'],
  ['Stückgewicht (g)', 'piece'],
  ['Gewicht pro Stück', 'piece'],
  ['Waga jednostkowa', 'piece'],
  ['Waga szt. [kg]', 'piece'],
  ['Poids unitaire', 'piece'],
  ['Peso unitario', 'piece'],
  ['Peso articolo', 'piece'],
  ['Gewicht per stuk', 'piece'],
  ['Hmotnost kusu', 'piece'],
  ['Вага товару', 'piece'],
  ['Line weight', 'line'],
  ['Item total weight', 'unsure'],
  ['Total item weight', 'unsure'],
  ['Waga pozycji', 'line'],
  ['Order weight', 'order'],
  ['Total weight', 'order'],
  ['Weight', null],
  ['Waga [g]', null],
  ['Weight, packed', null],
])('The weights of a column “%s” are of a %s', (name, role) => {
  expect(readWeightRole(name)).toBe(role);
});
