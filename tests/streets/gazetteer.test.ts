import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readIndex, readPage, type GazetteerRow } from '#search/gazetteer/format.ts';
import { LINE, POINT } from '#network/vector-tile/read-vector-tile.ts';
import { ANDORRA, copyAndorra, createStreets, takeAndorra } from './andorra.ts';
import { drawn, layer, makeArchive, PROTOMAPS_LAYERS, type MadeUpArchive } from './made-up-archive.ts';

type Streets = ReturnType<typeof createStreets>;

/** Imports an archive with these tiles. */
async function takeTiles(archive: MadeUpArchive): Promise<Streets> {
  const streets = createStreets();
  await streets.take(await makeArchive(archive), 'alps');
  return streets;
}

/** Returns the folder of the only area's gazetteer. */
const folderOf = (streets: Streets) => {
  const [area] = streets.areas();
  return join(streets.folder, area!.name, area!.search!.version);
};
const readFile = (folder: string, name: string): unknown =>
  JSON.parse(gunzipSync(readFileSync(join(folder, `${name}.gz`))).toString());

function readAll(streets: Streets): GazetteerRow[] {
  const folder = folderOf(streets);
  return readIndex(readFile(folder, 'index.json')).flatMap((_, page) =>
    readPage(readFile(folder, `${page}.json`)),
  );
}

/** Describes rows as tests compare them. */
const describeRows = (rows: readonly GazetteerRow[]) =>
  rows.map(({ key, name, kind, town, mainName }) =>
    [key, kind, name, town?.name ?? null, mainName].join(' | '),
  );

const street = (y: number, from: number, to: number, name: string, more = {}) =>
  drawn(LINE, [[from, y, to, y]], { kind: 'residential', name, ...more });
const place = (x: number, y: number, kind: string, name: string, more = {}) =>
  drawn(POINT, [[x, y]], { kind, name, ...more });
const CITY = '14/8261/6050';
const EAST = '14/8262/6050';

describe('Gazetteer of an archive', () => {
  it('contains streets with towns, places, landmarks and other names, sorted by folded name', async () => {
    const streets = await takeTiles({
      tiles: {
        [CITY]: [
          layer('streets', street(2000, 0, 4000, '')),
          layer(
            'street_labels',
            street(1000, 500, 900, 'Avinguda de Meritxell', { name_es: 'Avenida de Meritxell' }),
            street(1000, 900, 1400, 'Avinguda de Meritxell'),
            street(3900, 3500, 3900, 'Carrer Major'),
            drawn(LINE, [[0, 9, 900, 9]], { kind: 'rail', name: 'Ferrocarril' }),
          ),
          layer('place_labels', place(800, 900, 'town', 'La Vila', { population: 9000, name_de: 'Dorf' })),
          layer('place_labels', place(3800, 3800, 'village', 'Poble'), place(10, 10, 'locality', 'Prat')),
          layer('pois', drawn(POINT, [[900, 990]], { amenity: 'hospital', name: 'Hospital Nou' })),
        ],
      },
    });
    expect(describeRows(readAll(streets))).toEqual([
      'dorf | town | Dorf | La Vila | La Vila',
      'hospital nou | hospital | Hospital Nou | La Vila | ',
      'major | street | Carrer Major | Poble | ',
      'meritxell | street | Avenida de Meritxell | La Vila | Avinguda de Meritxell',
      'meritxell | street | Avinguda de Meritxell | La Vila | ',
      'poble | village | Poble | Poble | ',
      'vila | town | La Vila | La Vila | ',
    ]);
    expect(streets.areas()[0]!.search).toMatchObject({ format: 1, countries: ['AD'] });
    expect(streets.printed.join('')).toContain(
      '2 streets, 2 towns, 1 other place and landmark under 7 names',
    );
  });

  it('joins a street across tiles, and counts their margins once', async () => {
    const line = (from: number, to: number) => layer('street_labels', street(2000, from, to, 'Long Street'));
    const tiles = { [CITY]: [line(3000, 4200)], [EAST]: [line(-100, 1000)] };
    const rows = readAll(await takeTiles({ tiles }));
    expect(rows).toHaveLength(1);
    const [{ x, reach }] = rows as [GazetteerRow];
    const middle = 8262 * 4096 - 48;
    expect(Math.abs(x - middle)).toBeLessThan(300);
    expect(reach).toBeGreaterThanOrEqual(900);
    expect(reach).toBeLessThan(1700);
  });

  it('reads Protomaps as well as Shortbread', async () => {
    const tiles = {
      [CITY]: [
        layer(
          'roads',
          drawn(LINE, [[0, 500, 900, 500]], {
            kind: 'minor_road',
            kind_detail: 'residential',
            name: 'Rue Neuve',
            'name:de': 'Neue Gasse',
          }),
        ),
        layer(
          'places',
          drawn(POINT, [[100, 100]], {
            kind: 'locality',
            kind_detail: 'town',
            name: 'Ville',
            population: 500,
          }),
        ),
        layer('pois', drawn(POINT, [[50, 50]], { kind: 'station', name: 'Gare' })),
      ],
    };
    expect(describeRows(readAll(await takeTiles({ layers: PROTOMAPS_LAYERS, tiles })))).toEqual([
      'gare | station | Gare | Ville | ',
      'neue gasse | street | Neue Gasse | Ville | Rue Neuve',
      'neuve | street | Rue Neuve | Ville | ',
      'ville | town | Ville | Ville | ',
    ]);
  });

  it('lists a street of two towns in both, and reports one far from all towns', async () => {
    const tiles = {
      [CITY]: [
        layer('place_labels', place(500, 500, 'village', 'West'), place(3500, 500, 'village', 'East')),
        layer('street_labels', street(500, 0, 4000, 'High Street')),
      ],
      // In the Atlantic.
      '14/6000/6050': [layer('street_labels', street(500, 0, 400, 'Lonely Lane'))],
      // In the Pyrenees, where the archive has no town.
      '14/8300/6050': [layer('street_labels', street(500, 0, 400, 'Carrer Alt'))],
    };
    const streets = await takeTiles({ tiles });
    const named = readAll(streets).filter(({ kind }) => kind === 'street');
    expect(named.map(({ name, town }) => [name, town?.name])).toEqual([
      // GeoNames'.
      ['Carrer Alt', expect.stringMatching(/\p{L}/u)],
      ['High Street', 'West'],
      ['High Street', 'East'],
      ['Lonely Lane', undefined],
    ]);
    expect(streets.printed.join('')).toContain(
      'Without a town, as none is within 20 km: 1 street (Lonely Lane)',
    );
    expect(streets.printed.join('')).toContain('the archive has no house numbers');
  });

  it('the same for the same tiles, completely readable, with at most 14 bytes per name', async () => {
    const streets = await takeAndorra();
    const before = streets.areas();
    const rows = readAll(streets);
    expect(rows.length).toBeGreaterThan(1000);
    expect(streets.printed.join('')).toContain(`under ${rows.length.toLocaleString('en')} names`);
    const keys = rows.map(({ key }) => key);
    expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    const folder = folderOf(streets);
    const bytes = readdirSync(folder)
      .map((name) => brotliCompressSync(gunzipSync(readFileSync(join(folder, name)))).length)
      .reduce((sum, length) => sum + length, 0);
    expect(bytes / rows.length).toBeLessThan(14);
    const again = await copyAndorra();
    await again.take(ANDORRA, 'andorra');
    expect(again.areas()).toEqual(before);
  });

  it('optional and replaceable, and the previous one stays for open pages', async () => {
    const streets = createStreets();
    const take = async (name: string) => {
      const tiles = { [CITY]: [layer('street_labels', street(500, 0, 900, name))] };
      await streets.take(await makeArchive({ tiles }), 'alps');
      return streets.areas()[0]!.search!;
    };
    const versions = [await take('One'), await take('Two'), await take('Three')].map(
      ({ version }) => version,
    );
    expect(streets.areas()[0]!.search).toMatchObject({ version: versions[2], earlier: versions[1] });
    const names = readdirSync(join(streets.folder, 'alps')).filter((name) => !name.endsWith('.pmtiles'));
    expect(names.sort()).toEqual(versions.slice(1).sort());
    await streets.take(await makeArchive(), 'alps', false);
    expect(streets.areas()[0]).not.toHaveProperty('search');
    expect(readdirSync(join(streets.folder, 'alps')).every((name) => name.endsWith('.pmtiles'))).toBe(true);
    expect(existsSync(join(streets.folder, '.alps.search'))).toBe(false);
  });
});
