import { expect, it } from 'vitest';
import { readRows } from '#search/tables/paged-table.ts';
import { nameRowSchema, placeRowSchema, streetRowSchema } from '#network/snapshot-format/look-up-tables.ts';

const PLACE = ['praha', 'Praha', 'city', 'CZ', 50.08, 14.42, 7];
const STREET = ['dluga krakow', 'Długa', 'Kraków', 'PL', 50.06, 19.94, 3];
const NAME = ['winkel c', 'Winkel C', 'Polderdam', 'NL', 52.09, 5.12, 'NL_18'];

/** A row with one of its columns replaced. */
const replaced = (row: readonly unknown[], at: number, value: unknown) =>
  row.map((own, index) => (index === at ? value : own));

it.each([
  ['places', (rows: unknown) => readRows(rows, placeRowSchema), PLACE],
  ['streets', (rows: unknown) => readRows(rows, streetRowSchema), STREET],
  ['names', (rows: unknown) => readRows(rows, nameRowSchema), NAME],
] as const)(
  'Rows of %s keep columns of later versions, and only an invalid row is left out',
  (_, read, row) => {
    const whole = [...row, 'later'];
    const bad = [
      ...row.map((_, at) => replaced(row, at, null)),
      ...row.map((_, at) => replaced(row, at, {})),
      replaced(row, 4, 90.1),
      replaced(row, 4, -90.1),
      replaced(row, 5, 180.1),
      replaced(row, 5, '14.42'),
      row.slice(0, -1),
      'a text',
      { ...row },
    ];
    for (const each of bad) expect(read([row, each, whole]), String(each)).toEqual([row, whole]);
  },
);

it.each([-1, JSON.parse('1e309') as number])('A place can’t have %d points', (count) => {
  expect(readRows([replaced(PLACE, 6, count)], placeRowSchema)).toEqual([]);
});

it('A place row is a city or a postcode', () => {
  expect(readRows([replaced(PLACE, 2, 'country')], placeRowSchema)).toEqual([]);
});
