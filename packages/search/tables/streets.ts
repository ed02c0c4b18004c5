import { distanceMetres, type Position } from '#network/distance.ts';
import {
  housesOf,
  pointsOfCity,
  type StreetRow,
  streetRowSchema,
} from '#network/snapshot-format/look-up-tables.ts';
import { compareHouses, type HouseHints, type HousePrecision, placeHouse } from '../place-house.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import { foldStreet } from '../names.ts';
import { findMisspeltRows, openLookUpTable, type TablePages } from './paged-table.ts';
import type { SnapshotFiles } from '#network/snapshot-files.ts';

/** A street of a city from points' addresses. */
export interface Street extends Position {
  name: string;
  /** Empty if its points have none. */
  city: string;
  country: string;
  /** Number of points in it. */
  count: number;
  /** The requested house number if a house with it is known; otherwise null. */
  house: string | null;
  /** The requested house number; empty for none. */
  wantedHouse: string;
  precision: HousePrecision;
  /**
   * Greatest distance of the requested house from the position, as far as known houses tell; null
   * if it isn't known.
   */
  withinMetres: number | null;
  /** Whether the typed text is the whole name (and city), a prefix, or matches with typos. */
  match: 'exact' | 'prefix' | 'typo';
}

export interface StreetQuestion {
  /** Prefix of "street city" in any spelling: "Marszałkowska", "marszalkowska war". */
  beginning: string;
  /** House number; empty for none. */
  house: string;
  /** The city, if known; `beginning` is then only the street. */
  city?: string;
  /** ISO codes of the allowed countries; empty for any. */
  countries?: readonly string[];
  /** Sort by distance from this position; null: those of the largest city first. */
  near: Position | null;
  /**
   * Whether the position is too vague to sort by: it only says where to look for a name that very
   * many streets have.
   */
  isWide?: boolean;
  /** Position of the address's postcode: houses far from it are others. */
  postcodeAt?: Position | null;
  limit: number;
  /** Whether to return matches with typos if there are no others. */
  forgiving: boolean;
}

/**
 * Looks up streets by a prefix of "street city". Returns none for fewer than three letters.
 * @throws AppError
 */
export type FindStreets = (question: StreetQuestion) => Promise<Street[]>;

/** Shorter prefixes match too many streets, and are taken as those of cities. */
const MIN_LETTERS = 3;
/**
 * Of streets in this distance, those with the house number that was asked for come first; then
 * those farther away.
 */
const NEAR_METRES = 60_000;
/**
 * 512 rows each; a prefix with more pages is too vague, unless the surrounding city has a street of
 * that name.
 */
const MAX_PAGES = 3;
const MAX_GUESSED_LETTERS = 8;

/** @param cityAt finds the city of the point nearest to a position; empty if it has none */
export function createFindStreets(
  files: SnapshotFiles,
  cityAt: (position: Position) => Promise<string>,
  pages?: TablePages,
): FindStreets {
  const table = openLookUpTable(files, 'streets', streetRowSchema, pages);

  /**
   * Appends the city at `near` to a prefix that streets of many cities have; null if the city is
   * unknown.
   */
  async function narrow(prefix: string, near: Position | null): Promise<string | null> {
    const city = near === null ? '' : foldName(await cityAt(near));
    return city === '' ? null : `${prefix} ${city}`;
  }

  return async (question) => {
    const { beginning, house, city, countries = [], near, isWide = false, postcodeAt = null } = question;
    const { limit, forgiving } = question;
    const prefix = foldStreet(beginning);
    const inCity = city === undefined ? null : foldName(city);
    const isWanted = (row: StreetRow) =>
      (countries.length === 0 || countries.includes(row[3])) &&
      (inCity === null || foldName(row[2]) === inCity);
    if (prefix.length < MIN_LETTERS || !/\p{L}/u.test(prefix)) return [];
    const away = ([, , , , latitude, longitude]: StreetRow) =>
      near === null || isWide ? 0 : distanceMetres(near, { latitude, longitude });
    // Sorting compares a row many times, and reading its houses takes longest.
    const ranks = new Map<StreetRow, StreetRank>();
    const rankOf = (row: StreetRow): StreetRank => {
      const known = ranks.get(row);
      if (known) return known;
      const metres = away(row);
      const rank: StreetRank = [
        Number(!isWholeName(row, prefix)),
        Number(metres > NEAR_METRES),
        Number(!hasHouse(row, house)),
        metres,
        -pointsOfCity(row),
        -row[6],
      ];
      ranks.set(row, rank);
      return rank;
    };
    const compare = (a: StreetRow, b: StreetRow) => {
      const [ranksOfA, ranksOfB] = [rankOf(a), rankOf(b)];
      const at = ranksOfA.findIndex((rank, index) => rank !== ranksOfB[index]);
      return at >= 0 ? ranksOfA[at]! - ranksOfB[at]! : a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
    };
    const make = (match: 'prefix' | 'typo') => (row: StreetRow) =>
      makeStreet(
        row,
        house,
        { near, postcodeAt },
        match === 'prefix' && isCalled(row, prefix, inCity) ? 'exact' : match,
      );

    const whole = inCity === null ? prefix : `${prefix} ${inCity}`;
    if (inCity !== null) {
      const rows = await table.readAround(whole, 2);
      const called = rows.filter((row) => row[0] === whole && isWanted(row)).sort(compare);
      if (called.length > 0) return called.slice(0, limit).map(make('prefix'));
    }
    const wanted =
      (await table.countPages(prefix)) <= MAX_PAGES
        ? prefix
        : inCity === null
          ? await narrow(prefix, near)
          : null;
    const rows = wanted === null ? [] : await table.readAround(wanted, MAX_PAGES);
    const found = rows.filter((row) => row[0].startsWith(wanted!) && isWanted(row)).sort(compare);
    if (found.length > 0 || !forgiving || (wanted === null && inCity === null)) {
      return found.slice(0, limit).map(make('prefix'));
    }
    const nearly = (await findMisspeltRows(table, whole, MAX_GUESSED_LETTERS, compare)).filter(isWanted);
    return nearly.slice(0, limit).map(make('typo'));
  };
}

/**
 * By which streets are sorted, lowest first: not its whole name, far away, without the house
 * number; metres away; minus the points of its city, minus its own.
 */
type StreetRank = readonly number[];

/** Whether a street is known to have a house number. */
const hasHouse = (row: StreetRow, number: string): boolean =>
  number !== '' && housesOf(row).some(({ house }) => compareHouses(house, number) === 'same');

/** Whether the prefix is the whole name of the street, with or without its city. */
function isCalled([key, street, city]: StreetRow, prefix: string, inCity: string | null): boolean {
  return foldStreet(street) === prefix || (inCity === null && city !== '' && key === prefix);
}

/** Whether the prefix ends at the end of a word: "dluga" means ulica Długa rather than Długosza. */
function isWholeName([key]: StreetRow, prefix: string): boolean {
  return key.startsWith(prefix) && (key.length === prefix.length || key[prefix.length] === ' ');
}

function makeStreet(row: StreetRow, wanted: string, hints: HouseHints, match: Street['match']): Street {
  const [, name, city, country, latitude, longitude, count] = row;
  const { position, known, ...found } = placeHouse({ latitude, longitude }, housesOf(row), wanted, hints);
  const house = known ? wanted : null;
  return { name, city, country, ...position, count, house, wantedHouse: wanted, ...found, match };
}

/** The street as in addresses, with the house number if it was requested and is known. */
export function nameStreet({ name, house }: Pick<Street, 'name' | 'house'>): string {
  return house === null ? name : `${name} ${house}`;
}
