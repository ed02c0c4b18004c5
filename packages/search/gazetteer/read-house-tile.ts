import { WORLD } from '#network/snapshot-format/mercator.ts';
import { boxAround, type Box } from '#network/vector-tile/box.ts';
import { LINE, readVectorTile } from '#network/vector-tile/read-vector-tile.ts';
import { foldStreetName } from '../fold-street.ts';
import type { Spot } from './search-area.ts';

/** The houses of a tile. Plain data, so that servers can cache it. */
export interface HouseTile {
  houses: readonly HouseNumber[];
  streets: readonly DrawnStreet[];
}

export interface HouseNumber extends Spot {
  number: string;
}

/** Lines of one name, as `foldStreetName` reads it: a map writes a street's name in several spellings. */
export interface DrawnStreet {
  key: string;
  kind: string;
  lines: Line[];
}

/** x and y alternating, in Mercator units, and the box around them. */
export interface Line extends Box {
  positions: Float64Array;
}

const MAX_NUMBERS = 8;
const LAYERS = new Set(['house_numbers', 'road_names']);

/**
 * Reads the house numbers and the named streets of a tile of the map.
 * @param z, x, y its zoom, column and row
 * @throws TileError
 */
export function readHouseTile(bytes: Uint8Array, z: number, x: number, y: number): HouseTile {
  const side = WORLD / 2 ** z;
  const houses: HouseNumber[] = [];
  const streets = new Map<string, DrawnStreet>();
  const named = new Map<string, DrawnStreet>();
  const findStreet = (name: string) => {
    const known = named.get(name);
    if (known !== undefined) return known;
    const { key, kind } = foldStreetName(name);
    const street = streets.get(`${kind} ${key}`) ?? { key, kind, lines: [] };
    streets.set(`${kind} ${key}`, street);
    named.set(name, street);
    return street;
  };
  for (const { name: layer, extent, features } of readVectorTile(bytes, (name) => LAYERS.has(name))) {
    const scale = side / extent;
    for (const { type, properties, geometry } of features) {
      // Most of the lines are no named streets.
      if (layer !== 'house_numbers' && (type !== LINE || properties['name'] === undefined)) continue;
      const { ends } = geometry;
      const world = Float64Array.from(
        geometry.positions,
        (value, at) => (at % 2 === 0 ? x : y) * side + value * scale,
      );
      if (layer === 'house_numbers') {
        // "7;9": a house with two entrances.
        for (const number of String(properties['number'] ?? '').split(/[;,]/, MAX_NUMBERS))
          for (let at = 0; at < world.length; at += 2)
            houses.push({ number: number.trim(), x: world[at]!, y: world[at + 1]! });
      } else {
        const { lines } = findStreet(String(properties['name']));
        ends.forEach((end, part) => lines.push(makeLine(world.subarray(ends[part - 1] ?? 0, end))));
      }
    }
  }
  return { houses, streets: [...streets.values()] };
}

export const makeLine = (positions: Float64Array): Line => ({ positions, ...boxAround(positions) });

/** Approximate memory of a tile: of a number, of a line, and of a position in it. */
const [NUMBER_BYTES, LINE_BYTES, POSITION_BYTES] = [100, 300, 16];

export function weighHouseTile({ houses, streets }: HouseTile): number {
  const lines = streets.flatMap((street) => street.lines);
  const positions = lines.reduce((sum, line) => sum + line.positions.length / 2, 0);
  return houses.length * NUMBER_BYTES + lines.length * LINE_BYTES + positions * POSITION_BYTES;
}
