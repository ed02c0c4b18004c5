import { describe, expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlaceRow } from '#network/snapshot-format/look-up-tables.ts';
import { readKnownCities } from '../../publisher/known-cities.ts';
import { writePlaces } from '../../publisher/places.ts';
import { VersionFolder } from '../../publisher/version-folder.ts';
import { type Item, placeItem as at } from './made-up-platform.ts';
import { publishItems } from './publish-items.ts';
import { makeFolder } from '../temporary-folder.ts';

const times = (amount: number, make: () => Item) => Array.from({ length: amount }, make);

const MAP_CITIES = new Set(
  readKnownCities().all.map(({ names, latitude, longitude }) => `${names[0]} ${latitude} ${longitude}`),
);
/** Whether addresses name a place, and not only the map. */
const isOwn = ([, name, , , latitude, longitude]: PlaceRow) =>
  !MAP_CITIES.has(`${name} ${latitude} ${longitude}`);

const compile = async (items: Item[]) => (await publishItems(items)).places.filter(isOwn);

/** Compiles rows, without those of other names. */
async function compileOwn(items: Item[]) {
  return (await compile(items)).filter((row) => row.length === 7);
}

describe('Places in the table', () => {
  it('merge spellings of a name, and show the most frequent one', async () => {
    const rows = await compileOwn([
      ...times(2, () => at(51.7, 19.4, { city: 'Łódź' })),
      ...times(1, () => at(51.7, 19.4, { city: 'Lodz' })),
      ...times(9, () => at(51.7, 19.4, { city: 'ŁÓDŹ' })),
    ]);
    expect(rows).toEqual([['lodz', 'Łódź', 'city', 'PL', 51.7, 19.4, 12]]);
  });

  it('names in capitals get mixed case if there is no other spelling; postcodes stay', async () => {
    const rows = await compile([
      ...times(2, () => at(50.4, 4.4, { city: "BOIS D''HAINE", postalCode: '7170' }, 'BE')),
      ...times(3, () => at(57.6, -5.2, { city: null, postalCode: 'SW1A 1AA' }, 'GB')),
      at(57.6, -5.2, { postalCode: 'sw1a 1aa' }, 'GB'),
    ]);
    expect(rows.map(([folded, name, kind]) => [folded, name, kind])).toEqual([
      ['7170', '7170', 'postcode'],
      ['bois d haine', "Bois d'Haine", 'city'],
      // The district, which people name by itself.
      ['sw1a', 'SW1A', 'postcode'],
      ['sw1a1aa', 'SW1A 1AA', 'postcode'],
    ]);
  });

  it('lie at the median of their points, which an outlier doesn’t move', async () => {
    const rows = await compileOwn([
      at(52.1, 21.0, { city: 'Warszawa' }),
      at(52.2, 21.1, { city: 'Warszawa' }),
      at(52.3, 21.2, { city: 'Warszawa' }),
      ...times(20, () => at(52.2, 21.05, { city: 'Warszawa' })),
      at(49.2, 16.6, { city: 'Warszawa' }),
    ]);
    expect(rows).toEqual([['warszawa', 'Warszawa', 'city', 'PL', 52.2, 21.05, 23]]);
  });

  it('the same name in different regions or countries is a different place', async () => {
    const rows = await compileOwn([
      ...times(3, () => at(49.3, 8.1, { city: 'Neustadt' }, 'DE')),
      ...times(5, () => at(54.1, 10.8, { city: 'Neustadt' }, 'DE')),
      at(47.8, 16.2, { city: 'Neustadt' }, 'AT'),
    ]);
    expect(rows).toEqual([
      ['neustadt', 'Neustadt', 'city', 'AT', 47.8, 16.2, 1],
      ['neustadt', 'Neustadt', 'city', 'DE', 54.1, 10.8, 5],
      ['neustadt', 'Neustadt', 'city', 'DE', 49.3, 8.1, 3],
    ]);
  });

  it('ignore addresses that are missing or have another shape', async () => {
    const addresses = [
      undefined,
      null,
      'Łódź',
      7,
      [],
      { city: 7 },
      { city: ' ' },
      { city: 'x'.repeat(5000) },
    ];
    expect(await compile(addresses.map((address) => at(51, 19, address)))).toEqual([]);
  });

  it('have rows for a city’s names in other languages and scripts, and for abbreviated saints', async () => {
    const rows = await compile([
      ...times(3, () => at(50.08, 14.43, { city: 'Praha' }, 'CZ')),
      at(45.44, 4.39, { city: 'SAINT ETIENNE' }, 'FR'),
      at(48.2, 15.6, { city: 'St. Pölten' }, 'AT'),
      // Has a large city's name, but is far from it.
      at(54, 18, { city: 'Praha' }, 'PL'),
    ]);
    const other = (folded: string) => rows.filter((row) => row[0] === folded).map((row) => row.slice(1));
    const praha = ['Praha', 'city', 'CZ', 50.08, 14.43, 3];
    expect(other('prague')).toEqual([[...praha, 'Prague']]);
    expect(other('прага')).toEqual([[...praha, 'Прага']]);
    expect(other('st etienne').map(([name]) => name)).toEqual(['Saint Etienne']);
    expect(other('sankt polten').map(([name]) => name)).toEqual(['St. Pölten']);
    expect(rows.filter(([, , , country]) => country === 'PL')).toHaveLength(1);
  });

  it('short lists for each country, and country names in our languages and their own', async () => {
    const { readJson, version } = await publishItems([
      ...times(2, () => at(52.2, 21, { city: 'Warszawa' })),
      at(48.2, 16.4, { city: 'Wien' }, 'AT'),
      at(48.2, 16.4, { city: 'Wels' }, '../AT'),
    ]);
    const short = readJson('places/short/AT/0.json') as Record<string, PlaceRow[]>;
    expect(short['w']!.filter(isOwn).map(([, name]) => name)).toEqual(['Wien']);
    const names = new Map(readJson('places/countries.json') as [string, string][]);
    expect([names.get('poland'), names.get('polska'), names.get('польща'), names.get('oesterreich')]).toEqual(
      ['PL', 'PL', 'PL', undefined],
    );
    expect(names.get('osterreich')).toBe('AT');
    expect(new Set(names.values())).toEqual(new Set(['PL', 'AT']));
    expect(readdirSync(join(version, 'places/short')).filter((name) => !name.includes('.'))).toEqual(
      expect.arrayContaining(['AT', 'PL']),
    );
  });

  it('list each country’s five cities with most points', async () => {
    const cities = ['Aa', 'Bb', 'Cc', 'Dd', 'Ee', 'Ff'];
    const { readJson } = await publishItems([
      ...cities.flatMap((city, place) =>
        times(place + 1, () => at(50 + place, 20, { city, postalCode: '00-950' })),
      ),
      // Next to the largest.
      ...times(5, () => at(55.1, 20.1, { city: 'Suburb' })),
      at(50.08, 14.43, { city: 'Praha' }, 'CZ'),
      at(48.2, 16.4, { city: 'Wels' }, '../AT'),
    ]);
    const largest = readJson('places/largest.json') as Record<string, PlaceRow[]>;
    const names = Object.entries(largest).map(([country, rows]) => [
      country,
      rows.map(([, name]) => name).join(),
    ]);
    expect(Object.fromEntries(names)).toEqual({ PL: 'Ff,Ee,Dd,Cc,Bb', CZ: 'Praha' });
    expect(largest['CZ']).toEqual([['praha', 'Praha', 'city', 'CZ', 50.08, 14.43, 1]]);
  });

  it('for one or two letters, the eight places with most points and those with exactly that name', async () => {
    const folder = new VersionFolder(join(makeFolder(), 'version'));
    const row = (name: string, count: number): PlaceRow => [name, name, 'city', 'PL', 52, 21, count];
    const names = ['a', 'a coruna', 'ab', 'wa', ...Array.from('klmnopqrst', (letter) => `wa${letter}`), 'wz'];
    await writePlaces(
      names.map((name, rank) => row(name, rank)),
      new Map([['PL', names.length]]),
      folder,
    );
    await folder.finish();
    const short = JSON.parse(readFileSync(join(folder.path, 'places/short/0.json'), 'utf8')) as Record<
      string,
      PlaceRow[]
    >;
    const namesOf = (rows: PlaceRow[] | undefined) => rows?.map(([name]) => name);
    expect(Object.keys(short).sort()).toEqual(['a', 'ab', 'w', 'wa', 'wz']);
    expect(namesOf(short['a'])).toEqual(['ab', 'a coruna', 'a']);
    expect(namesOf(short['w'])).toEqual(['wz', 'wat', 'was', 'war', 'waq', 'wap', 'wao', 'wan']);
    expect(namesOf(short['wa'])).toEqual(['wat', 'was', 'war', 'waq', 'wap', 'wao', 'wan', 'wam', 'wa']);
  });

  it('letters share short-list files: one below 50 points, two below 197', async () => {
    const folder = new VersionFolder(join(makeFolder(), 'version'));
    const row = (name: string, country: string): PlaceRow => [name, name, 'city', country, 52, 21, 1];
    await writePlaces(
      ['a', 'b', 'c', 'д', '1'].flatMap((name) => [row(name, 'PL'), row(name, 'LU')]),
      new Map([
        ['LU', 49],
        ['PL', 50],
      ]),
      folder,
    );
    await folder.finish();
    const lettersIn = (file: string) =>
      Object.keys(JSON.parse(readFileSync(join(folder.path, 'places/short', file), 'utf8')) as object).join(
        '',
      );
    expect(lettersIn('LU/0.json')).toBe('1abcд');
    expect(['PL/0.json', 'PL/1.json'].map(lettersIn)).toEqual(['bд', '1ac']);
    expect(['0.json', '1.json'].map(lettersIn)).toEqual(['bд', '1ac']);
    expect(
      readdirSync(join(folder.path, 'places/short/PL')).filter((name) => name.endsWith('.json')),
    ).toHaveLength(2);
  });

  it('sorted pages, whose first keys are in the index', async () => {
    const names = Array.from({ length: 1300 }, (_, at) => `ort ${String(at).padStart(4, '0')}`);
    // Not at a city of the map.
    const items = names.map((city) => at(51, 19, { city }));
    const { readPages, readJson, places } = await publishItems(items.reverse());
    const pages = readPages('places') as PlaceRow[][];
    expect(new Set(pages.slice(0, -1).map((page) => page.length))).toEqual(new Set([512]));
    expect(places.filter(isOwn).map(([folded]) => folded)).toEqual(names);
    expect(readJson('places/index.json')).toEqual(pages.map((page) => page[0]![0]));
  });
});
