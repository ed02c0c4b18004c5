import { distanceMetres, type Position } from '#network/distance.ts';
import { roundDegrees } from '#network/snapshot-format/table-rows.ts';

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
