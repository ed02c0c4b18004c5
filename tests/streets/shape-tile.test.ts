import { describe, expect, it } from 'vitest';
import {
  LINE,
  POINT,
  POLYGON,
  type TileLayer,
  type TileProperties,
} from '#network/vector-tile/read-vector-tile.ts';
import { PROTOMAPS } from '../../publisher/streets/schema/protomaps.ts';
import { SHORTBREAD } from '../../publisher/streets/schema/shortbread.ts';
import { shapeTile } from '../../publisher/streets/shape/shape-tile.ts';
import { drawn, layer } from './made-up-archive.ts';

/** Shapes a tile and lists the result by layer: properties and parts. */
function shape(source: TileLayer[], { schema = SHORTBREAD, zoom = 14, deepest = 14 } = {}) {
  return Object.fromEntries(
    shapeTile(source, schema, zoom, deepest).map(({ name, extent, features }) => [
      name,
      features.map(({ properties, geometry: { positions, ends } }) => ({
        ...properties,
        parts: ends.map((end, index) =>
          [...positions.subarray(ends[index - 1] ?? 0, end)].map((value) => (value * 4096) / extent),
        ),
      })),
    ]),
  );
}

const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side];
const hole = (x: number, y: number, side: number) => [x, y, x, y + side, x + side, y + side, x + side, y];
const kinds = (list: readonly object[] | undefined) =>
  list?.map((feature) => (feature as TileProperties)['kind']);

describe('Roads', () => {
  const road = (parts: number[][], properties: TileProperties = {}) =>
    drawn(LINE, parts, { kind: 'residential', ...properties });

  /** Returns the published form of some lines. */
  const join = (...lines: number[][]) =>
    shape([layer('streets', ...lines.map((line) => road([line])))])['roads'];

  it('continuing lines are joined, in whichever direction they were drawn', () => {
    expect(join([0, 0, 800, 0], [1600, 800, 800, 0], [1600, 800, 1600, 1600])).toEqual([
      { kind: 'minor', parts: [[0, 0, 800, 0, 1600, 800, 1600, 1600]] },
    ]);
  });

  it('not joined where three meet', () => {
    expect(join([0, 0, 800, 0], [800, 0, 1600, 0], [800, 0, 800, 800])![0]!.parts).toHaveLength(3);
  });

  it('a closed loop becomes one line', () => {
    const round = join([0, 0, 800, 0], [800, 0, 800, 800], [800, 800, 0, 0]);
    expect(round![0]!.parts).toEqual([[0, 0, 800, 0, 800, 800, 0, 0]]);
  });

  it('positions too close to see are dropped', () => {
    const bent = join([0, 0, 400, 1, 800, 0, 1200, 30, 1600, 0]);
    expect(bent![0]!.parts).toEqual([[0, 0, 800, 0, 1200, 30, 1600, 0]]);
  });

  it('in drawing order: tunnels, small roads, large roads, bridges', () => {
    const all = layer(
      'streets',
      road([[0, 0, 9, 0]], { kind: 'service', bridge: true }),
      road([[0, 0, 9, 0]], { kind: 'motorway' }),
      road([[0, 0, 9, 0]], { kind: 'motorway', link: true }),
      road([[0, 0, 9, 0]], { kind: 'footway' }),
      road([[0, 0, 9, 0]], { kind: 'primary', tunnel: true }),
    );
    expect(shape([all])['roads']!.map(({ parts: _, ...rest }) => rest)).toEqual([
      { kind: 'primary', tunnel: true },
      { kind: 'path' },
      { kind: 'motorway', link: true },
      { kind: 'motorway' },
      { kind: 'service', bridge: true },
    ]);
  });

  it('small ones only at zooms that show them', () => {
    const all = layer(
      'streets',
      ...['primary', 'residential', 'service', 'path'].map((kind) => road([[0, 0, 999, 0]], { kind })),
    );
    expect(kinds(shape([all], { zoom: 10 })['roads'])).toEqual(['primary']);
    expect(kinds(shape([all], { zoom: 13 })['roads'])).toEqual(['minor', 'primary']);
    expect(kinds(shape([all], { zoom: 14 })['roads'])).toEqual(['path', 'service', 'minor', 'primary']);
  });
});

describe('Names', () => {
  const named = (properties: TileProperties, line = [0, 0, 4096, 0]) =>
    drawn(LINE, [line], { kind: 'residential', ...properties });

  it('other names in the picker’s languages are preserved', () => {
    const names = { name: 'Wien', name_de: 'Wien', name_en: 'Vienna', name_ja: 'ウィーン' };
    expect(shape([layer('street_labels', named(names))])['road_names']).toEqual([
      { kind: 'minor', name: 'Wien', name_en: 'Vienna', parts: [[0, 0, 4096, 0]] },
    ]);
  });

  it.each([
    ['turned round', 'Carrer\u202e Nou', 'Carrer Nou'],
    ['on lines of their own', 'Carrer\n\tNou', 'Carrer Nou'],
    ['decomposed', 'Me\u0301xico', 'México'],
    ['of markup', '<b onclick=x>', '<b onclick=x>'],
  ])('normalised for drawing: %s', (_, name, drawnName) => {
    expect(shape([layer('street_labels', named({ name }))])['road_names']).toMatchObject([
      { name: drawnName },
    ]);
  });

  it.each(['', '\u200b\u202e', 'x'.repeat(101), 42, true])('invalid ones are left out: %j', (name) => {
    expect(shape([layer('street_labels', named({ name }))])).toEqual({});
  });

  it('on at most three lines that are long enough', () => {
    const lines = [[0, 0, 30, 0], ...[1, 2, 3, 4].map((row) => [0, row * 500, row * 900, row * 500])];
    const names = layer('street_labels', ...lines.map((line) => named({ name: 'Carrer Nou' }, line)));
    const [feature] = shape([names])['road_names']!;
    expect(feature!.parts.map(([, y]) => y)).toEqual([2000, 1500, 1000]);
  });

  it('motorways and trunk roads have their number', () => {
    const trunk = named({ kind: 'trunk', ref: 'CG-1' });
    const street = named({ ref: '7' });
    expect(shape([layer('street_labels', trunk, street)])['road_names']).toMatchObject([
      { kind: 'trunk', ref: 'CG-1' },
    ]);
  });
});

describe('Areas', () => {
  const ground = (kind: string, parts: number[][]) => drawn(POLYGON, parts, { kind });

  it('one feature per kind, the large kinds first', () => {
    const land = layer(
      'land',
      ground('forest', [square(0, 0, 200)]),
      ground('residential', [square(0, 0, 400)]),
      ground('wood', [square(800, 0, 200)]),
    );
    const shaped = shape([land])['ground']!;
    expect(kinds(shaped)).toEqual(['residential', 'wood']);
    expect(shaped[1]!.parts).toEqual([square(0, 0, 200), square(800, 0, 200)]);
  });

  it('too small ones are dropped with their holes, and small holes are filled', () => {
    const water = layer(
      'water_polygons',
      drawn(POLYGON, [
        square(0, 0, 9),
        hole(2, 2, 4),
        square(100, 100, 80),
        hole(110, 110, 40),
        hole(160, 160, 4),
      ]),
    );
    expect(shape([water])['water']![0]!.parts).toEqual([square(100, 100, 80), hole(110, 110, 40)]);
  });

  it('neighbours follow each other, each hole behind its ring', () => {
    const [far, near, middle] = [square(3000, 3000, 80), square(100, 100, 80), square(1000, 1000, 80)];
    const inFar = hole(3010, 3010, 60);
    const water = layer('water_polygons', drawn(POLYGON, [far, inFar, near, middle]));
    expect(shape([water])['water']![0]!.parts).toEqual([near, middle, far, inFar]);
  });

  it('clipped to the tile and its margin', () => {
    const outside = [square(-300, 100, 80), square(4300, 100, 80), square(100, 4200, 80)];
    const houses = [...outside, square(-60, 100, 80)];
    const tile = layer('buildings', drawn(POLYGON, houses));
    expect(shape([tile])['buildings']![0]!.parts).toEqual([[-16, 100, 20, 100, 20, 180, -16, 180]]);
  });

  it('a whole town is split into several features', () => {
    const town = Array.from({ length: 1500 }, (_, at) =>
      square((at % 50) * 80, Math.floor(at / 50) * 80, 20),
    );
    const tile = shapeTile([layer('buildings', drawn(POLYGON, town))], SHORTBREAD, 14, 14);
    expect(tile[0]!.features).toHaveLength(3);
    expect(tile[0]!.features.every(({ geometry }) => geometry.positions.length <= 4000)).toBe(true);
  });

  it('buildings and house numbers only at the highest zoom', () => {
    const tile = [
      layer('buildings', drawn(POLYGON, [square(0, 0, 40)])),
      layer('addresses', drawn(POINT, [[8, 8]], { housenumber: '12' })),
    ];
    expect(Object.keys(shape(tile))).toEqual(['buildings', 'house_numbers']);
    expect(shape(tile, { zoom: 14, deepest: 15 })).toEqual({});
  });
});

describe('Both schemas', () => {
  const line = [[0, 0, 4096, 0]];
  const area = [square(0, 0, 400)];
  const spot = [[8, 8]];
  const drawings = { [LINE]: line, [POLYGON]: area, [POINT]: spot };
  type Drawing = keyof typeof drawings;
  const source = (name: string, type: Drawing, properties?: TileProperties) =>
    layer(name, drawn(type, drawings[type], properties));
  /** Kind, layer, geometry and properties in the source; layer and properties in the result. */
  type Row = [string, string, Drawing, TileProperties, string, TileProperties];
  const shortbread: Row[] = [
    ['the sea', 'ocean', POLYGON, {}, 'water', {}],
    ['a glacier', 'water_polygons', POLYGON, { kind: 'glacier' }, 'ground', { kind: 'ice' }],
    ['a car park', 'sites', POLYGON, { kind: 'parking' }, 'squares', { kind: 'parking' }],
    ['a school', 'sites', POLYGON, { kind: 'school' }, 'ground', { kind: 'site' }],
    ['a river', 'water_lines', LINE, { kind: 'canal' }, 'waterways', { kind: 'river' }],
    ['a tram', 'streets', LINE, { kind: 'tram', rail: true }, 'roads', { kind: 'tram' }],
    ['a ferry', 'ferries', LINE, { kind: 'ferry' }, 'roads', { kind: 'ferry' }],
    ['a border', 'boundaries', LINE, { admin_level: 2 }, 'boundaries', { level: 2 }],
    [
      'a station',
      'public_transport',
      POINT,
      { kind: 'bus_station', name: 'Nord' },
      'stations',
      { kind: 'bus', name: 'Nord' },
    ],
    [
      'a capital',
      'place_labels',
      POINT,
      { kind: 'capital', name: 'Andorra la Vella', population: 24678 },
      'places',
      { kind: 'city', name: 'Andorra la Vella', rank: 2 },
    ],
  ];
  const protomaps: Row[] = [
    ['the sea', 'water', POLYGON, { kind: 'ocean' }, 'water', {}],
    ['a wood', 'landuse', POLYGON, { kind: 'forest' }, 'ground', { kind: 'wood' }],
    ['a glacier', 'landcover', POLYGON, { kind: 'glacier' }, 'ground', { kind: 'ice' }],
    ['a square', 'landuse', POLYGON, { kind: 'pedestrian' }, 'squares', { kind: 'pedestrian' }],
    ['a stream', 'water', LINE, { kind: 'stream' }, 'waterways', { kind: 'stream' }],
    [
      'a lake’s name',
      'water',
      POINT,
      { kind: 'lake', name: 'Engolasters' },
      'water_names',
      { name: 'Engolasters' },
    ],
    [
      'a slip road',
      'roads',
      LINE,
      { kind: 'highway', kind_detail: 'motorway_link', is_link: true, is_bridge: true },
      'roads',
      { kind: 'motorway', link: true, bridge: true },
    ],
    ['a road of unknown rank', 'roads', LINE, { kind: 'major_road' }, 'roads', { kind: 'primary' }],
    ['a railway', 'roads', LINE, { kind: 'rail', kind_detail: 'rail' }, 'roads', { kind: 'rail' }],
    ['a building', 'buildings', POLYGON, { kind: 'building', height: 9 }, 'buildings', {}],
    [
      'a house number',
      'buildings',
      POINT,
      { kind: 'address', addr_housenumber: '12' },
      'house_numbers',
      { number: '12' },
    ],
    ['a border', 'boundaries', LINE, { kind: 'region', kind_detail: 4 }, 'boundaries', { level: 4 }],
    [
      'a station',
      'pois',
      POINT,
      { kind: 'station', name: 'Nord' },
      'stations',
      { kind: 'rail', name: 'Nord' },
    ],
    [
      'a village',
      'places',
      POINT,
      { kind: 'locality', kind_detail: 'village', name: 'Ordino', 'name:en': 'Ordeno' },
      'places',
      { kind: 'village', name: 'Ordino', name_en: 'Ordeno', rank: 9 },
    ],
  ];

  describe.each([
    ['Shortbread', SHORTBREAD, shortbread],
    ['Protomaps', PROTOMAPS, protomaps],
  ] as const)('%s', (_, schema, rows) => {
    it.each(rows)('%s', (_what, theirs, type, theirProperties, ours, properties) => {
      expect(schema.layers.has(theirs)).toBe(true);
      const shaped = shape([source(theirs, type, theirProperties)], { schema });
      expect(Object.keys(shaped)).toEqual([ours]);
      const { parts: _, ...rest } = shaped[ours]![0]!;
      expect(rest).toEqual(properties);
    });
  });

  it('Protomaps: a street becomes a line and a name', () => {
    const street = drawn(LINE, line, { kind: 'minor_road', kind_detail: 'residential', name: 'Carrer Nou' });
    const shaped = shape([layer('roads', street)], { schema: PROTOMAPS });
    expect(shaped).toMatchObject({
      roads: [{ kind: 'minor' }],
      road_names: [{ kind: 'minor', name: 'Carrer Nou' }],
    });
  });

  it.each([
    ['maritime borders', SHORTBREAD, 'boundaries', LINE, { admin_level: 2, maritime: true }],
    ['shops', SHORTBREAD, 'sites', POLYGON, { kind: 'construction' }],
    ['bus stops', SHORTBREAD, 'public_transport', POINT, { kind: 'bus_stop', name: 'Nord' }],
    [
      'national parks, under which whole valleys lie',
      PROTOMAPS,
      'landuse',
      POLYGON,
      { kind: 'national_park' },
    ],
    ['runways', PROTOMAPS, 'roads', LINE, { kind: 'aeroway', kind_detail: 'runway' }],
    ['restaurants', PROTOMAPS, 'pois', POINT, { kind: 'restaurant', name: 'Nord' }],
  ] as const)('leave out %s', (_, schema, theirs, type, properties) => {
    expect(shape([source(theirs, type, properties)], { schema })).toEqual({});
  });
});
