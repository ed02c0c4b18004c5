import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explainFailure } from '../../publisher/streets/explain-failure.ts';
import { readArguments } from '../../publisher/streets/arguments.ts';
import { LINE } from '../../src/lib/vector-tile/read-vector-tile.ts';
import { failureOf } from '../unit/failure-of.ts';
import { ANDORRA, createStreets } from './andorra.ts';
import {
  drawn,
  layer,
  makeArchive,
  patch,
  PROTOMAPS_LAYERS,
  STREET,
  type MadeUpArchive,
} from './made-up-archive.ts';

/** The command's message on a file that it refuses. */
async function refusalOf(path: string): Promise<string> {
  const streets = createStreets();
  const failure = await failureOf(streets.take(path, 'x'));
  expect(streets.areas()).toEqual([]);
  return explainFailure(failure) ?? String(failure);
}

/** A file with this content. */
async function fileOf(content: string | Uint8Array): Promise<string> {
  const path = await makeArchive();
  writeFileSync(path, content);
  return path;
}

describe('a file that is no archive of streets', () => {
  it.each([
    ['nothing', '', 'is empty. Get it again.'],
    ['a page that says sorry', '<!doctype html>Not found', 'the download has failed'],
    ['an error in JSON', '{"error":"not found"}', 'the download has failed'],
    ['MBTiles', 'SQLite format 3\0…', 'pmtiles convert FILE.mbtiles'],
    ['an older PMTiles', 'PM\u0002\0…', 'pmtiles convert OLD.pmtiles'],
    ['a newer PMTiles', 'PMTiles\u0009…', 'pmtiles convert OLD.pmtiles'],
    ['a zip', 'PK\u0003\u0004…', 'Unpack it first.'],
    ['raw OpenStreetMap data', '\0\0\0\u000d\n\tOSMHeader…', 'planetiler or tilemaker'],
    ['something else', 'hello', 'is no PMTiles archive'],
    ['a beginning of one', 'PMTiles\u0003', 'damaged'],
  ])('is refused with what to do: %s', async (_, content, said) => {
    expect(await refusalOf(await fileOf(content))).toContain(said);
  });

  it('is refused where it isn’t there', async () => {
    expect(await refusalOf('/no/such.pmtiles')).toContain('is there such a file?');
  });
});

describe('an archive that can’t be drawn from', () => {
  const made: [string, MadeUpArchive, string][] = [
    [
      'of OpenMapTiles',
      { layers: ['transportation', 'landcover', 'water'] },
      'OpenMapTiles schema (layers: landcover,',
    ],
    ['of an unknown schema', { layers: ['ways'] }, 'unknown here (layers: ways)'],
    [
      'of an old Protomaps',
      {
        metadata: {
          vector_layers: ['roads', 'earth', 'landuse'].map((id) => ({
            id,
            fields: { 'pmap:kind': 'String' },
          })),
        },
      },
      'before version 4',
    ],
    ['without layers', { metadata: { vector_layers: 'none' } }, 'vector_layers'],
    [
      'of somebody else’s data',
      { metadata: { attribution: '<b>© Maps Inc.</b>' } },
      'it names "© Maps Inc."',
    ],
    ['that ends before there are streets', { maxZoom: 10 }, 'ends at zoom 10'],
    ['of no area', { bounds: [2, 42, 2, 42] }, '--bbox'],
    ['of an area beyond the world', { bounds: [2, 42, 200, 43] }, '--bbox'],
    ['of nothing that is drawn', { tiles: { '14/8261/6050': [] } }, 'holds no streets'],
  ];
  it.each(made)('is refused: one %s', async (_, archive, said) => {
    expect(await refusalOf(await makeArchive(archive))).toContain(said);
  });

  it.each([
    ['pictures', 99, 2, 'PUBLIC_TILES_URL'],
    ['MapLibre tiles', 99, 6, 'Mapbox vector tiles'],
    ['tiles packed with brotli', 98, 3, 'packed with gzip'],
    ['directories packed with zstd', 97, 4, 'packed with gzip'],
  ])('is refused: one of %s', async (_, at, value, said) => {
    const path = patch(await makeArchive(), (bytes) => void (bytes[at] = value));
    expect(await refusalOf(path)).toContain(said);
  });

  it.each([0.2, 0.5, 0.99])('is refused when %d of it has come', async (share) => {
    const path = patch(ANDORRA, (bytes) => bytes.subarray(0, Math.floor(bytes.length * share)));
    expect(await refusalOf(path)).toMatch(
      /is cut off: it has [\d.]+ MB, and speaks of 3\.2 MB\. Get it again\./,
    );
  });

  it('is refused when its directory is damaged', async () => {
    const path = patch(await makeArchive(), (bytes) => void bytes.fill(7, 140, 160));
    expect(await refusalOf(path)).toContain('The archive is damaged');
  });
});

describe('an archive of Protomaps', () => {
  it('is taken over as one of Shortbread is, with zoom 15, without what is below', async () => {
    const road = layer(
      'roads',
      drawn(LINE, [[0, 0, 4000, 0]], { kind: 'major_road', kind_detail: 'primary' }),
    );
    const tiles = Object.fromEntries(
      ['7/64/47', '12/2065/1512', '15/16522/12100'].map((name) => [name, [road]]),
    );
    const metadata = { 'planetiler:osm:osmosisreplicationtime': '2026-10-01T00:00:00Z' };
    const streets = createStreets();
    await streets.take(await makeArchive({ layers: PROTOMAPS_LAYERS, tiles, metadata, maxZoom: 15 }), 'a');
    expect(streets.areas()).toMatchObject([{ minZoom: 9, maxZoom: 15, date: '2026-10-01' }]);
    expect(streets.said.join('')).toMatch(/Protomaps, zooms 0 to 15[^]*2 tiles/);
    expect(streets.said.join('')).not.toContain('a newer one');
  });
});

describe('a tile that can’t be read', () => {
  it('is left out and told', async () => {
    const whole = Object.fromEntries(
      Array.from({ length: 120 }, (_, x) => [
        `14/${8200 + x}/6050`,
        [layer('streets', drawn(LINE, [[x, 0, 4000, 4000]], { kind: 'primary' }))],
      ]),
    );
    const streets = createStreets();
    const tiles = { ...whole, '14/8261/6050': Buffer.from('no gzip') };
    await streets.take(await makeArchive({ tiles }), 'a');
    expect(streets.said.join('')).toContain('119 tiles');
    expect(streets.said.join('')).toContain('left out, since they can’t be read: 1 tile');
  });

  it('is one too many when a hundredth of them is', async () => {
    const tiles = { '14/8260/6050': Buffer.from('no gzip'), '14/8261/6050': [STREET] };
    expect(await refusalOf(await makeArchive({ tiles }))).toContain("1 of 2 tiles can't be read");
  });
});

describe('the command', () => {
  it.each([
    [
      ['a/b/ad-Andorra_2026.pmtiles'],
      { what: 'take', file: 'a/b/ad-Andorra_2026.pmtiles', area: 'ad-andorra-2026', search: true, to: null },
    ],
    [
      ['x.pmtiles', '--area', 'berlin'],
      { what: 'take', file: 'x.pmtiles', area: 'berlin', search: true, to: null },
    ],
    [
      ['--no-search', 'x.pmtiles', '--area', 'berlin'],
      { what: 'take', file: 'x.pmtiles', area: 'berlin', search: false, to: null },
    ],
    [['--remove', 'berlin'], { what: 'remove', area: 'berlin', to: null }],
    [['--remove'], { what: 'remove', area: null, to: null }],
    [[], { what: 'list', to: null }],
    [['--to', 's3://bucket'], { what: 'list', to: 's3://bucket' }],
    [
      ['x.pmtiles', '--to', 's3://bucket/a', '--area', 'berlin'],
      { what: 'take', file: 'x.pmtiles', area: 'berlin', search: true, to: 's3://bucket/a' },
    ],
  ])('understands %j', (words, command) => {
    expect(readArguments(words)).toEqual(command);
  });

  it.each([
    [['--help']],
    [['x.pmtiles', 'berlin']],
    [['x', '--area']],
    [['x', '--area', '../up']],
    [['--remove', 'a', 'b']],
    [['x.pmtiles', '--to', 'bucket']],
    [['--to']],
  ])('refuses %j', (words) => {
    expect(() => readArguments(words)).toThrow();
  });
});
