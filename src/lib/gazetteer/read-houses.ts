import { unitsOfMetres, WORLD } from '../snapshot-format/mercator.ts';
import { LINE, readVectorTile } from '../vector-tile/read-vector-tile.ts';
import { foldStreetName } from './fold-street-name.ts';
import type { GazetteerMatch } from './open-gazetteer.ts';
import { spotOf, type Spot } from './search-area.ts';

/** A house number near a street. */
export interface NearHouse extends Spot {
  number: string;
  /** Distance from the street, metres; from the nearest other named street, Infinity if none is near. */
  own: number;
  other: number;
}

/** A house farther from a street isn't one of it. */
const FARTHEST_METRES = 120;
/** Houses beside the end of a street, and the middle of a cell, reach beyond its box. */
const MARGIN_METRES = 60;
/** Tiles of a very long street, the nearest to its middle first. */
const MAX_TILES = 4;
const MAX_NUMBERS = 8;
const LAYERS = new Set(['house_numbers', 'road_names']);

type Line = readonly number[];

/**
 * Reads the house numbers near a street from the tiles of the map, which name neither the street of a number nor the number's house.
 * @param readTile reads a tile by column and row
 * @throws AppError of reading a tile, TileError
 */
export async function readHouses(
  street: Pick<GazetteerMatch, 'name' | 'latitude' | 'longitude' | 'reach' | 'area'>,
  readTile: (x: number, y: number) => Promise<Uint8Array | null>,
): Promise<NearHouse[]> {
  const middle = spotOf(street);
  const metre = unitsOfMetres(1, middle.y);
  const side = WORLD / 2 ** street.area.maxZoom;
  const places = listTiles(middle, street.reach + MARGIN_METRES * metre, side);
  const tiles = await Promise.all(places.map(async ({ x, y }) => ({ x, y, bytes: await readTile(x, y) })));
  const houses: (Spot & { number: string })[] = [];
  const own: Line[] = [];
  const others: Line[] = [];
  const isOwn = sameStreet(street.name);
  for (const { x, y, bytes } of tiles) {
    if (bytes === null) continue;
    for (const { name: layer, extent, features } of readVectorTile(bytes, (name) => LAYERS.has(name))) {
      const scale = side / extent;
      for (const { type, properties, geometry } of features) {
        // Most of the lines are no named streets.
        if (layer !== 'house_numbers' && (type !== LINE || properties['name'] === undefined)) continue;
        const { positions, ends } = geometry;
        const world = Array.from(positions, (value, at) => (at % 2 === 0 ? x : y) * side + value * scale);
        if (layer === 'house_numbers') {
          // "7;9": a house with two entrances.
          for (const number of String(properties['number'] ?? '').split(/[;,]/, MAX_NUMBERS))
            for (let at = 0; at < world.length; at += 2)
              houses.push({ number: number.trim(), x: world[at]!, y: world[at + 1]! });
        } else
          ends.forEach((end, part) => {
            const line = world.slice(ends[part - 1] ?? 0, end);
            (isOwn(String(properties['name'])) ? own : others).push(line);
          });
      }
    }
  }
  // A street too short for its name isn't written on the map: its middle is all that is known.
  if (own.length === 0) own.push([middle.x, middle.y, middle.x, middle.y]);
  const metresTo = (lines: readonly Line[], spot: Spot) =>
    lines.reduce((least, line) => Math.min(least, distanceToLine(line, spot)), Infinity) / metre;
  return houses
    .map((house) => ({ ...house, own: metresTo(own, house), other: Infinity }))
    .filter((house) => house.own <= FARTHEST_METRES)
    .map((house) => ({ ...house, other: metresTo(others, house) }));
}

/** The map writes a street's name in several spellings. @returns whether a name is that of the street */
function sameStreet(street: string): (name: string) => boolean {
  const known = new Map<string, boolean>();
  const { key, kind } = foldStreetName(street);
  return (name) => {
    const there = known.get(name);
    if (there !== undefined) return there;
    const other = foldStreetName(name);
    const isSame = other.key === key && other.kind === kind;
    known.set(name, isSame);
    return isSame;
  };
}

function listTiles(middle: Spot, reach: number, side: number): Spot[] {
  const tiles: Spot[] = [];
  const from = (value: number) => Math.floor(Math.max(0, value - reach) / side);
  const to = (value: number) => Math.floor(Math.min(WORLD - 1, value + reach) / side);
  for (let x = from(middle.x); x <= to(middle.x); x++)
    for (let y = from(middle.y); y <= to(middle.y); y++) tiles.push({ x, y });
  const away = ({ x, y }: Spot) => Math.hypot((x + 0.5) * side - middle.x, (y + 0.5) * side - middle.y);
  return tiles.sort((a, b) => away(a) - away(b)).slice(0, MAX_TILES);
}

function distanceToLine(line: Line, { x, y }: Spot): number {
  let least = Infinity;
  for (let at = 2; at < line.length; at += 2) {
    const [fromX, fromY] = [line[at - 2]!, line[at - 1]!];
    const [alongX, alongY] = [line[at]! - fromX, line[at + 1]! - fromY];
    const square = alongX * alongX + alongY * alongY;
    const share = square === 0 ? 0 : ((x - fromX) * alongX + (y - fromY) * alongY) / square;
    const kept = Math.max(0, Math.min(1, share));
    least = Math.min(least, Math.hypot(fromX + alongX * kept - x, fromY + alongY * kept - y));
  }
  return least;
}
