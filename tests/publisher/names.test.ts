import { expect, it } from 'vitest';
import type { NameRow } from '#network/snapshot-format/look-up-tables.ts';
import { placeItem, type Item } from './made-up-platform.ts';
import { publishItems } from './publish-items.ts';

/** The table of points' own names. */

const named = (fields: object, address: object = {}) => ({
  ...placeItem(52.2, 21, { city: 'Warszawa', street: 'Rynek', buildingNumber: '12 A', ...address }),
  ...fields,
});

const compile = async (items: Item[]) => (await publishItems(items)).readPages('names') as NameRow[][];

it('Table of names: display name, else name, else a name in the number field; sorted by folded name', async () => {
  const rows = await compile([
    named({ name: 'Zielony  rynek' }),
    named({ displayName: 'Żabka <b>Rynek</b>', name: 'Z123' }),
    named({}, { buildingNumber: '24/7 Locker - Walsall Station' }),
    named({ displayName: 'n/a', name: 'Kiosk' }),
    named({ displayName: 7, name: null }),
  ]);
  expect(rows.flat().map(([key, name]) => [key, name])).toEqual([
    ['24 7 locker walsall station warszawa', '24/7 Locker - Walsall Station'],
    ['kiosk warszawa', 'Kiosk'],
    ['zabka rynek warszawa', 'Żabka Rynek'],
    ['zielony rynek warszawa', 'Zielony rynek'],
  ]);
  expect(rows[0]![1]!.slice(2, 6)).toEqual(['Warszawa', 'PL', 52.2, 21]);
});

it('Table of names: omits names that repeat the id, the street, the house or the city', async () => {
  const item = named({}) as Item & { id: string };
  const rows = await compile([
    named({ name: 'RYNEK' }),
    named({ name: 'Rynek 12a' }),
    named({ name: '12A Rynek' }),
    named({ name: 'Warszawa' }),
    { ...item, name: item.id.replace('_', ' ') },
    named({ name: 'Rynek 12b' }),
  ]);
  expect(rows.flat().map(([, name]) => name)).toEqual(['Rynek 12b']);
});

it('Table of names: has a chain in each of its cities, and the whole table in pages of 256 rows', async () => {
  const rows = await compile([
    ...Array.from({ length: 21 }, (_, at) => named({ name: 'Chain' }, { city: at < 9 ? 'Łódź' : 'Kraków' })),
    named({ name: 'Chain Lift' }),
    ...Array.from({ length: 300 }, (_, at) => named({ name: `Shop ${1000 + at}` })),
  ]);
  expect(rows.map((page) => page.length)).toEqual([256, 66]);
  const keys = rows.flat().map(([key]) => key);
  expect(keys).toEqual(keys.toSorted());
  expect(keys.filter((key) => key === 'chain lodz')).toHaveLength(9);
  expect(keys.filter((key) => key === 'chain krakow')).toHaveLength(12);
  expect(rows.flat()[0]![7]).toBe('Rynek 12a');
});
