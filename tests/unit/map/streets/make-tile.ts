import { writeVectorTile } from '#network/vector-tile/write-vector-tile.ts';
import { LINE, POINT, POLYGON, type TileProperties } from '#network/vector-tile/read-vector-tile.ts';

const TYPES = { point: POINT, line: LINE, area: POLYGON } as const;

/** A feature of a tile: its layer, geometry and properties. */
export type Thing = [
  layer: string,
  type: keyof typeof TYPES,
  positions: number[],
  properties: TileProperties,
];

/** Encodes a tile of 4096 units with these features. */
export function makeTile(things: readonly Thing[]): Uint8Array {
  const layers = [...new Set(things.map(([layer]) => layer))];
  return writeVectorTile(
    layers.map((name) => ({
      name,
      extent: 4096,
      features: things
        .filter(([layer]) => layer === name)
        .map(([, type, positions, properties]) => ({
          type: TYPES[type],
          properties,
          geometry: { positions: Int32Array.from(positions), ends: [positions.length] },
        })),
    })),
  );
}

const SQUARE = [1000, 1000, 3000, 1000, 3000, 3000, 1000, 3000];

/** One of each kind of feature that is drawn. */
export const FULL_TILE: readonly Thing[] = [
  ['ground', 'area', SQUARE, { kind: 'wood' }],
  ['ground', 'area', SQUARE, { kind: 'residential' }],
  ['water', 'area', SQUARE, {}],
  ['waterways', 'line', [0, 500, 4096, 700], { kind: 'river' }],
  ['buildings', 'area', SQUARE, {}],
  ['squares', 'area', SQUARE, { kind: 'pedestrian' }],
  ['roads', 'line', [0, 2000, 2000, 2050, 4096, 2000], { kind: 'primary' }],
  ['roads', 'line', [2000, 0, 2000, 4096], { kind: 'minor', bridge: true }],
  ['roads', 'line', [100, 100, 4000, 4000], { kind: 'rail', tunnel: true }],
  ['boundaries', 'line', [0, 3500, 4096, 3600], { level: 2 }],
  [
    'road_names',
    'line',
    [0, 2000, 2000, 2050, 4096, 2000],
    { name: 'High Street', kind: 'primary', ref: 'A 1' },
  ],
  ['road_names', 'line', [2000, 0, 2000, 4096], { name: 'Mill Lane', name_pl: 'Młyńska', kind: 'minor' }],
  ['places', 'point', [1500, 1500], { name: 'Springfield', kind: 'town', rank: 2 }],
  ['water_names', 'line', [0, 500, 4096, 700], { name: 'Long River' }],
  ['house_numbers', 'point', [2500, 2500, 2600, 2600], { number: '12a' }],
  ['stations', 'point', [3000, 500], { name: 'Central', kind: 'rail' }],
];
