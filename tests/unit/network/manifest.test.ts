import { expect, it } from 'vitest';
import { listWrongFields, type SnapshotManifest } from '#network/snapshot-format/manifest.ts';
import { makeGrid } from './open-test-snapshot.ts';
import { publish } from './publish-in-memory.ts';

const { manifest } = await publish(makeGrid(2));
const [country] = manifest.countries;

it('a published manifest has no wrong field, with further ones too', () => {
  expect(listWrongFields(manifest)).toEqual([]);
  expect(listWrongFields({ ...manifest, later: 1, countries: [{ ...country!, later: 1 }] })).toEqual([]);
  expect(listWrongFields({ ...manifest, extent: null, earlier: [manifest.version] })).toEqual([]);
});

it.each(
  Object.entries({
    format: ['droppoint', undefined],
    major: ['2', 2.5, -1],
    minor: [null, 0.5],
    version: ['', '../../secrets', '0123456789abcdeg', '0123456789abcdef0', 7],
    earlier: [null, 'abc', ['../secrets']],
    walkedAt: [0, undefined],
    count: [-1, 1.5, '16', Infinity],
    setAside: [[], null, { noPosition: -1 }],
    facets: [{}, [['PL', 'APM', '']], [['PL', 'APM', '', '3']], [['PL', 'APM', '', 3, 4]], ['PLA3']],
    facetColumns: [[], { access: 'STEPS' }, { access: [1] }],
    squares: [null, 7, []],
    chunkSize: [0, -1, 2.5, '256'],
    extent: [undefined, [], { west: 1, south: 2, east: 3 }, { west: 1, south: 2, east: 3, north: NaN }],
    countries: [
      {},
      [null],
      [{ ...country, code: 1 }],
      [{ ...country, box: [1, 2, 3] }],
      [{ ...country, box: [1, 2, 3, '4'] }],
      [{ ...country, zones: 'Europe/Warsaw' }],
      [{ ...country, zones: [null] }],
    ],
  } satisfies Record<keyof SnapshotManifest, unknown[]>),
)('%s of a wrong form is named', (field, values) => {
  for (const value of values)
    expect(listWrongFields({ ...manifest, [field]: value }), JSON.stringify(value)).toEqual([field]);
});

it('what isn’t a manifest at all has all fields wrong that must be there', () => {
  for (const value of [null, undefined, 'text', 7, [], [manifest]])
    expect(listWrongFields(value)).toHaveLength(13);
});
