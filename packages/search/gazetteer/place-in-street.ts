import type { StreetsArea } from '#contract/streets.ts';
import { latitudeAt, longitudeAt, unitsOfMetres, WORLD } from '#network/snapshot-format/mercator.ts';
import { roundDegrees } from '#network/snapshot-format/table-rows.ts';
import { boxAround, type UnitBox } from '#network/vector-tile/box.ts';
import { LINE, readVectorTile, TileError } from '#network/vector-tile/read-vector-tile.ts';
import { foldStreetName } from '../names.ts';
import { compareHouses, foldHouse, placeHouse, type HousePlace } from '../place-house.ts';
import type { GazetteerMatch } from '../question.ts';
import { spotOf, type MapSpot } from './search-area.ts';

/** Where the map's tiles come from. */
export interface HouseTiles {
  /** Reads a tile of an area. @throws AppError, TileError */
  readTile(area: StreetsArea, x: number, y: number): Promise<HouseTile>;
}

/**
 * A house that is nearer to another street by more than this is one of that street: corners are
 * within it.
 */
const CORNER_METRES = 15;

/**
 * Finds the house that was asked for in a street, as far as the map's tiles tell: itself, a place
 * between its neighbours, or the street.
 * @throws AppError of reading tiles
 */
export async function placeInStreet(tiles: HouseTiles, street: GazetteerMatch): Promise<HousePlace> {
  const houses = street.house === '' ? [] : await readHousesOf(tiles, street);
  const { latitude, longitude } = street;
  const known = houses.map(({ number, x, y }) => ({
    house: foldHouse(number),
    latitude: roundDegrees(latitudeAt(y)),
    longitude: roundDegrees(longitudeAt(x)),
  }));
  const place = placeHouse({ latitude, longitude }, known, street.house);
  const isSure =
    place.precision !== 'exact' || houses.some((house) => isOwn(house) && isSame(house, street.house));
  return isSure ? place : { ...place, precision: 'between', withinMetres: null };
}

const isSame = ({ number }: NearHouse, wanted: string) => compareHouses(number, wanted) === 'same';

async function readHousesOf(tiles: HouseTiles, street: GazetteerMatch): Promise<NearHouse[]> {
  try {
    const near = await readHouses(street, (x, y) => tiles.readTile(street.area, x, y));
    return chooseOwn(near, street.house);
  } catch (error) {
    // A tile that can't be read tells nothing: the street itself is known.
    if (error instanceof TileError) return [];
    throw error;
  }
}

/** How much nearer another street is. */
const excessOf = ({ own, other }: NearHouse) => Math.max(0, own - other);

const isOwn = (house: NearHouse) => excessOf(house) <= CORNER_METRES;

/**
 * The street's own houses, the surest first; of each number those that are as sure as the surest.
 * The wanted one may be nearer to another street: large buildings are.
 */
function chooseOwn(near: readonly NearHouse[], wanted: string): NearHouse[] {
  const sorted = [...near].sort((a, b) => excessOf(a) - excessOf(b) || a.own - b.own);
  const surest = new Map<string, number>();
  return sorted.filter((house) => {
    const number = foldHouse(house.number);
    const least = surest.get(number) ?? excessOf(house);
    surest.set(number, least);
    return (isOwn(house) || isSame(house, wanted)) && excessOf(house) <= Math.max(least, CORNER_METRES / 3);
  });
}

export interface NearHouse extends HouseNumber {
  /**
   * Distance from the street, metres; from the nearest other named street, Infinity if none is
   * near.
   */
  own: number;
  other: number;
}

/** A house farther from a street isn't one of it. */
const FARTHEST_METRES = 120;
/** Houses beside the end of a street, and the middle of a cell, reach beyond its box. */
const MARGIN_METRES = 60;
/** Tiles of a very long street, the nearest to its middle first. */
const MAX_TILES = 4;

/**
 * Reads the house numbers near a street from the tiles of the map, which name neither the street of
 * a number nor the number's house.
 * @param readTile reads a tile by column and row
 * @throws AppError of reading a tile, TileError
 */
export async function readHouses(
  street: Pick<GazetteerMatch, 'name' | 'latitude' | 'longitude' | 'reach' | 'area'>,
  readTile: (x: number, y: number) => Promise<HouseTile>,
): Promise<NearHouse[]> {
  const middle = spotOf(street);
  const metre = unitsOfMetres(1, middle.y);
  const side = WORLD / 2 ** street.area.maxZoom;
  const places = listTiles(middle, street.reach + MARGIN_METRES * metre, side);
  const tiles = await Promise.all(places.map(({ x, y }) => readTile(x, y)));
  const { key, kind } = foldStreetName(street.name);
  const drawn = tiles.flatMap(({ streets }) => streets);
  const isOwn = (other: DrawnStreet) => other.key === key && other.kind === kind;
  const own = drawn.filter(isOwn).flatMap(({ lines }) => lines);
  const others = drawn.filter((other) => !isOwn(other)).flatMap(({ lines }) => lines);
  // A street too short for its name isn't written on the map: its middle is all that is known.
  if (own.length === 0) own.push(makeLine(Float64Array.of(middle.x, middle.y, middle.x, middle.y)));
  return tiles
    .flatMap(({ houses }) => houses)
    .map((house) => ({ ...house, own: distanceToLines(own, house) / metre, other: Infinity }))
    .filter((house) => house.own <= FARTHEST_METRES)
    .map((house) => ({ ...house, other: distanceToLines(others, house) / metre }));
}

function listTiles(middle: MapSpot, reach: number, side: number): MapSpot[] {
  const tiles: MapSpot[] = [];
  const from = (value: number) => Math.floor(Math.max(0, value - reach) / side);
  const to = (value: number) => Math.floor(Math.min(WORLD - 1, value + reach) / side);
  for (let x = from(middle.x); x <= to(middle.x); x++)
    for (let y = from(middle.y); y <= to(middle.y); y++) tiles.push({ x, y });
  const away = ({ x, y }: MapSpot) => Math.hypot((x + 0.5) * side - middle.x, (y + 0.5) * side - middle.y);
  return tiles.sort((a, b) => away(a) - away(b)).slice(0, MAX_TILES);
}

/**
 * Distance to the nearest of some lines; Infinity without any. Compares squares, as most lines are
 * far.
 */
function distanceToLines(lines: readonly Line[], { x, y }: MapSpot): number {
  let least = Infinity;
  for (const { positions, west, north, east, south } of lines) {
    const [beside, above] = [Math.max(west - x, 0, x - east), Math.max(north - y, 0, y - south)];
    if (beside * beside + above * above >= least) continue;
    for (let at = 2; at < positions.length; at += 2) {
      const [fromX, fromY] = [positions[at - 2]!, positions[at - 1]!];
      const [alongX, alongY] = [positions[at]! - fromX, positions[at + 1]! - fromY];
      const square = alongX * alongX + alongY * alongY;
      const share = square === 0 ? 0 : ((x - fromX) * alongX + (y - fromY) * alongY) / square;
      const clamped = Math.max(0, Math.min(1, share));
      const [awayX, awayY] = [fromX + alongX * clamped - x, fromY + alongY * clamped - y];
      least = Math.min(least, awayX * awayX + awayY * awayY);
    }
  }
  return Math.sqrt(least);
}

/** The houses of a tile. Plain data, so that servers can cache it. */
export interface HouseTile {
  houses: readonly HouseNumber[];
  streets: readonly DrawnStreet[];
}

interface HouseNumber extends MapSpot {
  number: string;
}

/**
 * Lines of one name, as `foldStreetName` reads it: a map writes a street's name in several
 * spellings.
 */
interface DrawnStreet {
  key: string;
  kind: string;
  lines: Line[];
}

/** x and y alternating, in Mercator units, and the box around them. */
interface Line extends UnitBox {
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

const makeLine = (positions: Float64Array): Line => ({ positions, ...boxAround(positions) });

/** Approximate memory of a tile: of a number, of a line, and of a position in it. */
const [NUMBER_BYTES, LINE_BYTES, POSITION_BYTES] = [100, 300, 16];

export function weighHouseTile({ houses, streets }: HouseTile): number {
  const lines = streets.flatMap((street) => street.lines);
  const positions = lines.reduce((sum, line) => sum + line.positions.length / 2, 0);
  return houses.length * NUMBER_BYTES + lines.length * LINE_BYTES + positions * POSITION_BYTES;
}
