import type { StreetsArea } from '#contract/streets.ts';
import { distanceMetres, type Position } from '#network/distance.ts';
import {
  latitudeAt,
  longitudeAt,
  unitsOfMetres,
  unitX,
  unitY,
  WORLD,
} from '#network/snapshot-format/mercator.ts';
import { roundDegrees } from '#network/snapshot-format/look-up-tables.ts';
import { boxAround, type UnitBox } from '#network/vector-tile/box.ts';
import { foldStreetName } from './names.ts';

/**
 * Where a house is: by the known houses of its street, or by the house numbers on the map. Numbers
 * are compared as people write them.
 */

/**
 * All known positions of a house lie within this distance of each other; else several houses have
 * the number.
 */
const SAME_HOUSE_METRES = 60;
/** A house farther from the address's postcode is another one with the same number. */
const POSTCODE_METRES = 5_000;
/** Neighbours farther apart say too little about a house between them. */
const NEIGHBOURS_METRES = 400;

/**
 * The precision of a position: that of the house, of a place near known houses, or of the street.
 */
export type HousePrecision = 'exact' | 'between' | 'street';

export interface HousePlace {
  position: Position;
  /** Whether a house with the number is known. */
  known: boolean;
  precision: HousePrecision;
  /**
   * Greatest distance of the house from the position, as far as the known houses tell; null if it
   * isn't known.
   */
  withinMetres: number | null;
}

/** Positions that tell houses with the same number apart. */
export interface HouseHints {
  /** The nearest to this position is preferred. */
  near: Position | null;
  /** Position of the address's postcode. */
  postcodeAt: Position | null;
}

/**
 * Finds the position of a house in a street.
 * @param street its middle
 * @param wanted the number; empty for the street itself
 */
export function placeHouse(
  street: Position,
  houses: readonly KnownHouse[],
  wanted: string,
  hints: HouseHints = { near: null, postcodeAt: null },
): HousePlace {
  const spread = houses.length > 1 ? spreadFrom(street, houses) : null;
  const ofStreet = { position: street, known: false, precision: 'street', withinMetres: spread } as const;
  if (wanted === '') return ofStreet;
  const like = (how: 'same' | 'beside') =>
    sortByDistance(
      houses.filter(({ house }) => compareHouses(house, wanted) === how),
      hints.near,
    );
  const same = like('same');
  if (same.length > 0) return chooseHouse(same, hints.postcodeAt);
  const [beside] = like('beside');
  if (beside !== undefined)
    return { position: positionOf(beside), known: false, precision: 'between', withinMetres: null };
  return placeBetween(houses, numberOfHouse(wanted)) ?? ofStreet;
}

interface KnownHouse extends Position {
  house: string;
}

/**
 * Chooses between houses with the wanted number. It is exact only if they are one, after leaving
 * out those far from the postcode.
 */
function chooseHouse(same: readonly KnownHouse[], postcodeAt: Position | null): HousePlace {
  const there = same.filter(
    (house) => postcodeAt === null || distanceMetres(house, postcodeAt) < POSTCODE_METRES,
  );
  const [own] = there;
  if (own === undefined)
    return { position: positionOf(same[0]!), known: true, precision: 'between', withinMetres: null };
  const withinMetres = spreadFrom(own, there);
  const precision = withinMetres <= SAME_HOUSE_METRES ? 'exact' : 'between';
  return { position: positionOf(own), known: true, precision, withinMetres };
}

/**
 * The place between the next lower and higher number of the same side, if they are near each other;
 * else null.
 */
function placeBetween(houses: readonly KnownHouse[], number: number): HousePlace | null {
  const side = houses
    .map((house) => ({ ...house, number: numberOfHouse(house.house) }))
    .filter((house) => (house.number - number) % 2 === 0)
    .sort((a, b) => a.number - b.number);
  const lower = side.findLast((house) => house.number < number);
  const higher = side.find((house) => house.number > number);
  if (lower === undefined || higher === undefined) return null;
  const apart = distanceMetres(lower, higher);
  if (apart > NEIGHBOURS_METRES) return null;
  const share = (number - lower.number) / (higher.number - lower.number);
  const between = (from: number, to: number) => roundDegrees(from + (to - from) * share);
  return {
    position: {
      latitude: between(lower.latitude, higher.latitude),
      longitude: between(lower.longitude, higher.longitude),
    },
    known: false,
    precision: 'between',
    withinMetres: Math.round(apart),
  };
}

function sortByDistance(houses: readonly KnownHouse[], from: Position | null): KnownHouse[] {
  return [...houses].sort((a, b) => (from === null ? 0 : distanceMetres(from, a) - distanceMetres(from, b)));
}

const positionOf = ({ latitude, longitude }: Position): Position => ({ latitude, longitude });

/** The greatest distance of the houses from a position, in whole metres. */
function spreadFrom(from: Position, houses: readonly Position[]): number {
  return Math.round(Math.max(...houses.map((house) => distanceMetres(from, house))));
}

/**
 * Folds a house number for comparisons: lower case, without blanks, and without a hyphen or slash
 * before a letter. "12 A", "12-a" and "12/A" → "12a", "3 A–C" → "3a-c".
 */
export function foldHouse(house: string): string {
  return house
    .toLowerCase()
    .replace(/\s+/g, '')
    .replaceAll('–', '-')
    .replace(/(?<=\d)[-/](?=\p{L})/u, '');
}

/**
 * Compares a known house number with a requested one: the same building, the same number with
 * another letter, or another number.
 */
export function compareHouses(known: string, requested: string): 'same' | 'beside' | 'other' {
  const [one, other] = [readHouse(known), readHouse(requested)];
  if (one.folded === other.folded) return 'same';
  if (one.number !== other.number)
    return one.letters + other.letters === '' && isWithin(one, other) ? 'same' : 'other';
  // "12/3" is a door of number 12; "12-14" is entered at either number.
  return one.letters === other.letters || isLetterWithin(one.letters, other.letters) ? 'same' : 'beside';
}

/** The number without letters and doors; NaN if the text isn't a house number. */
const numberOfHouse = (house: string): number => readHouse(house).number;

interface House {
  folded: string;
  number: number;
  /** "a", "bis", "a-c"; empty for none. */
  letters: string;
  /** Last number of a range: 14 for "12-14"; otherwise the number itself. */
  last: number;
}

function readHouse(house: string): House {
  const folded = foldHouse(house);
  const [, first = '', letters = '', last = ''] =
    /^(\d+)((?:bis|ter|quater)|\p{L}(?:-\p{L})?)?(?:-(\d+))?/u.exec(folded) ?? [];
  const number = first === '' ? NaN : Number(first);
  return { folded, number, letters, last: Number(last) > number ? Number(last) : number };
}

/** Whether a range contains the other number, on the same side of the street: 14 in "12-16". */
function isWithin(one: House, other: House): boolean {
  const [range, single] = one.last > one.number ? [one, other] : [other, one];
  const { number } = single;
  return number > range.number && number <= range.last && (number - range.number) % 2 === 0;
}

/** Whether a letter is in a range of letters: "b" in "a-c". */
function isLetterWithin(one: string, other: string): boolean {
  const [range, single] = one.includes('-') ? [one, other] : [other, one];
  const [first = '', last = ''] = range.split('-');
  return last !== '' && single.length === 1 && single >= first && single <= last;
}

/** A street of the map, and the number of the house that was asked for; empty for none. */
export interface MappedStreet extends Position {
  name: string;
  house: string;
  /** Distance in both axes within which the street lies, in Mercator units. */
  reach: number;
  area: StreetsArea;
}

/** Mercator units. */
interface MapSpot {
  x: number;
  y: number;
}

/**
 * A house that is nearer to another street by more than this is one of that street: corners are
 * within it.
 */
const CORNER_METRES = 15;

/**
 * Finds the house that was asked for in a street, as far as the map's tiles tell: itself, a place
 * between its neighbours, or the street.
 * @param near the houses near the street (`readHouses`)
 */
export function placeInStreet(street: MappedStreet, near: readonly NearHouse[]): HousePlace {
  const houses = chooseOwn(near, street.house);
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
  street: MappedStreet,
  readTile: (x: number, y: number) => Promise<HouseTile>,
): Promise<NearHouse[]> {
  const middle = { x: unitX(street.longitude), y: unitY(street.latitude) };
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

export interface HouseNumber extends MapSpot {
  number: string;
}

/**
 * Lines of one name, as `foldStreetName` reads it: a map writes a street's name in several
 * spellings.
 */
export interface DrawnStreet {
  key: string;
  kind: string;
  lines: Line[];
}

/** x and y alternating, in Mercator units, and the box around them. */
interface Line extends UnitBox {
  positions: Float64Array;
}

export const makeLine = (positions: Float64Array): Line => ({ positions, ...boxAround(positions) });
