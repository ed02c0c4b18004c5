import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explainStreetsFailure } from '../../publisher/streets/explain-failure.ts';
import { readStreetsArguments } from '../../publisher/streets/arguments.ts';
import { LINE } from '#network/vector-tile/read-vector-tile.ts';
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

/** Returns the command's message for a file that it refuses. */
async function refusalOf(path: string): Promise<string> {
  const streets = createStreets();
  const failure = await failureOf(streets.take(path, 'x'));
  expect(streets.areas()).toEqual([]);
  return explainStreetsFailure(failure) ?? String(failure);
}

/** Creates a file with this content. */
async function fileOf(content: string | Uint8Array): Promise<string> {
  const path = await makeArchive();
  writeFileSync(path, content);
  return path;
}

describe('File that isn’t an archive of streets', () => {
  it.each([
    ['nothing', '', 'is empty. Download it again.'],
    ['a web page', '<!doctype html>Not found', 'the download failed'],
    ['an error in JSON', '{"error":"not found"}', 'the download failed'],
    ['MBTiles', 'SQLite format 3\0…', 'pmtiles convert FILE.mbtiles'],
    ['an older PMTiles', 'PM\u0002\0…', 'pmtiles convert OLD.pmtiles'],
    ['a newer PMTiles', 'PMTiles\u0009…', 'pmtiles convert OLD.pmtiles'],
    ['a zip', 'PK\u0003\u0004…', 'Decompress it first.'],
    ['raw OpenStreetMap data', '\0\0\0\u000d\n\tOSMHeader…', 'planetiler or tilemaker'],
    ['something else', 'hello', 'is not a PMTiles archive'],
    ['a beginning of one', 'PMTiles\u0003', 'damaged'],
  ])('refuses a wrong file and says what to do: %s', async (_, content, message) => {
    expect(await refusalOf(await fileOf(content))).toContain(message);
  });

  it('refuses a missing file', async () => {
    expect(await refusalOf('/no/such.pmtiles')).toContain('Check that the file exists.');
  });
});

describe('Unusable archive', () => {
  const made: [string, MadeUpArchive, string][] = [
    [
      'of OpenMapTiles',
      { layers: ['transportation', 'landcover', 'water'] },
      'OpenMapTiles schema (layers: landcover,',
    ],
    ['of an unknown schema', { layers: ['ways'] }, 'has an unknown schema (layers: ways)'],
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
      'older than version 4',
    ],
    ['without layers', { metadata: { vector_layers: 'none' } }, 'vector_layers'],
    [
      'from another data source',
      { metadata: { attribution: '<b>© Maps Inc.</b>' } },
      'it credits "© Maps Inc."',
    ],
    ['that ends before there are streets', { maxZoom: 10 }, 'ends at zoom 10'],
    ['of an empty area', { bounds: [2, 42, 2, 42] }, '--bbox'],
    ['of an area beyond the world', { bounds: [2, 42, 200, 43] }, '--bbox'],
    ['without anything to draw', { tiles: { '14/8261/6050': [] } }, 'contains no streets'],
  ];
  it.each(made)('refuses an archive %s', async (_, archive, message) => {
    expect(await refusalOf(await makeArchive(archive))).toContain(message);
  });

  it.each([
    ['pictures', 99, 2, 'PUBLIC_TILES_URL'],
    ['MapLibre tiles', 99, 6, 'Mapbox vector tiles'],
    ['tiles compressed with brotli', 98, 3, 'compressed with gzip'],
    ['directories compressed with zstd', 97, 4, 'compressed with gzip'],
  ])('refuses an archive of %s', async (_, at, value, message) => {
    const path = patch(await makeArchive(), (bytes) => void (bytes[at] = value));
    expect(await refusalOf(path)).toContain(message);
  });

  it.each([0.2, 0.5, 0.99])('refuses an archive truncated to %d of its size', async (share) => {
    const path = patch(ANDORRA, (bytes) => bytes.subarray(0, Math.floor(bytes.length * share)));
    expect(await refusalOf(path)).toMatch(
      /is cut off: it has [\d.]+ MB, and should have 3\.2 MB\. Download it again\./,
    );
  });

  it('refuses an archive with a damaged directory', async () => {
    const path = patch(await makeArchive(), (bytes) => void bytes.fill(7, 140, 160));
    expect(await refusalOf(path)).toContain('The archive is damaged');
  });
});

describe('Archive of Protomaps', () => {
  it('imported like Shortbread, up to zoom 15, without low zooms', async () => {
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
    expect(streets.printed.join('')).toMatch(/Protomaps, zooms 0 to 15[^]*2 tiles/);
    expect(streets.printed.join('')).not.toContain('A newer archive');
  });
});

describe('Damaged tile', () => {
  it('omitted and reported', async () => {
    const whole = Object.fromEntries(
      Array.from({ length: 120 }, (_, x) => [
        `14/${8200 + x}/6050`,
        [layer('streets', drawn(LINE, [[x, 0, 4000, 4000]], { kind: 'primary' }))],
      ]),
    );
    const streets = createStreets();
    const tiles = { ...whole, '14/8261/6050': Buffer.from('no gzip') };
    await streets.take(await makeArchive({ tiles }), 'a');
    expect(streets.printed.join('')).toContain('119 tiles');
    expect(streets.printed.join('')).toContain('left out because they can’t be read: 1 tile');
  });

  it('more than one in a hundred refuse the archive', async () => {
    const tiles = { '14/8260/6050': Buffer.from('no gzip'), '14/8261/6050': [STREET] };
    expect(await refusalOf(await makeArchive({ tiles }))).toContain("1 of 2 tiles can't be read");
  });
});

describe('Streets command line', () => {
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
  ])('parses %j', (words, command) => {
    expect(readStreetsArguments(words)).toEqual(command);
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
    expect(() => readStreetsArguments(words)).toThrow();
  });
});
