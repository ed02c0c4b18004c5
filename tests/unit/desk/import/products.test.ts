import { describe, expect, it } from 'vitest';
import type { ImportRecord } from '../../../../src/lib/desk/import/import-record.ts';
import { matchColumns } from '../../../../src/lib/desk/import/match-columns.ts';
import { listOrderLines } from '../../../../src/lib/desk/import/order-lines.ts';
import { readProducts, type OrderLine } from '../../../../src/lib/desk/import/read-products.ts';

const format = ({ quantity, product, sku }: OrderLine) =>
  `${quantity} × ${product}${sku === '' ? '' : ` [${sku}]`}`;

describe('readProducts', () => {
  it.each<[string, Parameters<typeof readProducts>[0], string[]]>([
    ['one product', { product: 'Mug' }, ['1 × Mug']],
    ['its quantity and SKU', { product: 'Mug', quantity: '2', sku: 'F-1' }, ['2 × Mug [F-1]']],
    ['a quantity with decimals', { product: 'Mug', quantity: '2.00' }, ['2 × Mug']],
    ['a quantity that isn’t one', { product: 'Mug', quantity: '39,90' }, ['1 × Mug']],
    ['a SKU alone', { sku: 'F-1', quantity: '3' }, ['3 × F-1 [F-1]']],
    ['nothing', { product: '', quantity: '2', sku: '' }, []],
    ['a list', { product: '2× Mug, 1× Skirt, black' }, ['2 × Mug', '1 × Skirt, black']],
    ['a list with quantities at the end', { product: 'Mug (x2); Hat x3' }, ['2 × Mug', '3 × Hat']],
    ['lines', { product: '2 x Mug\nHat\n' }, ['2 × Mug', '1 × Hat']],
    [
      'lines beside lines',
      { product: 'Mug\nHat', quantity: '2\n1', sku: 'F-1\nF-2' },
      ['2 × Mug [F-1]', '1 × Hat [F-2]'],
    ],
    ['commas of one product', { product: 'Skirt, black; size S' }, ['1 × Skirt, black; size S']],
    ['measures', { product: 'Tablecloth 100 x 200' }, ['1 × Tablecloth 100 x 200']],
    ['a word that begins with x', { product: '1 xylophone' }, ['1 × 1 xylophone']],
    ['a name with a number and its quantity', { product: '2 x Tea set', quantity: '3' }, ['3 × 2 x Tea set']],
    [
      'named parts',
      { product: 'name:Mug|product_id:7|sku:F-1|quantity:2|total:20;name:Hat|quantity:1' },
      ['2 × Mug [F-1]', '1 × Hat'],
    ],
    ['signs that labels can’t print', { product: '\u202eMug\u0007' }, ['1 × Mug']],
  ])('reads %s', (_, texts, lines) => {
    expect(readProducts(texts).map(format)).toEqual(lines);
  });

  it('keeps lists and names short, whatever a file has', () => {
    const lines = readProducts({ product: `${'x'.repeat(9_000)}\n`.repeat(500) });
    expect([lines.length, lines[0]!.product.length]).toEqual([100, 200]);
  });
});

describe('Products of an order', () => {
  const linesOf = (header: string, rows: readonly string[], ticked: readonly number[] = []) => {
    const [names, cells] = [header.split(';'), rows.map((row) => row.split(';'))];
    const record = {
      header: names,
      columns: matchColumns(names, cells),
      rows: cells.map((each, at) => ({
        cells: each,
        edits: {},
        parcelId: null,
        attempt: 0,
        again: ticked.includes(at) ? { isWanted: true, saidMs: 1 } : null,
      })),
    };
    return listOrderLines(record as unknown as ImportRecord).map((lines) => lines.map(format).join(', '));
  };
  const HEADER = 'Order;Name;Lineitem name;Lineitem quantity';

  it('are those of its further rows too', () => {
    expect(linesOf(HEADER, ['#1;Ada Lis;Mug;2', '2;Bea Kos;Hat;1', '#1;;Plate;1'])).toEqual([
      '2 × Mug, 1 × Plate',
      '1 × Hat',
      '1 × Plate',
    ]);
  });

  it('aren’t those of another person with the same number, nor of a row that is sent by itself', () => {
    expect(linesOf(HEADER, ['1;Ada Lis;Mug;2', '1;Bea Kos;Hat;1'])).toEqual(['2 × Mug', '1 × Hat']);
    expect(linesOf(HEADER, ['1;Ada Lis;Mug;2', '1;Ada Lis;Hat;1'], [1])).toEqual(['2 × Mug', '1 × Hat']);
  });

  it.each([
    [
      'Order;Name;Item #1 Name;Item #1 Quantity;Item #2 Name;Item #2 Quantity',
      '1;Ada Lis;Mug;2;Hat;1',
      '2 × Mug, 1 × Hat',
    ],
    ['Order;Name;Product 1;Product 2;Product 3', '1;Ada Lis;Mug;;Hat', '1 × Mug, 1 × Hat'],
    [
      'Order;Name;line_item_1;line_item_2',
      '1;Ada Lis;name:Mug|sku:F-1|quantity:2;name:Hat|sku:F-2|quantity:1',
      '2 × Mug [F-1], 1 × Hat [F-2]',
    ],
  ])('are those of each numbered column: %s', (header, row, lines) => {
    expect(linesOf(header, [row])).toEqual([lines]);
  });

  it.each([
    ['Kubek x2', 'Order;Name;Zamówione', '1;Ada Lis;2 x Kubek', '2 × Kubek'],
    ['sizes', 'Order;Name;Foo', '1;Ada Lis;30 x 20 x 8 cm', ''],
    ['numbers of anything', 'Order;Name;Anzahl', '1;Ada Lis;3', ''],
  ])('are found by what is in a column: %s', (_, header, row, lines) => {
    expect(linesOf(header, [row])).toEqual([lines]);
  });
});
