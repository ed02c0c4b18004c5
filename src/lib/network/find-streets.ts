import { describePoint } from '../contract/point-details.ts';
import type { Point } from '../contract/point.ts';
import { distanceMetres, type Position } from './distance.ts';
import { findMisspelt } from './find-misspelt.ts';
import {
  DECIMALS,
  housesOf,
  roundDegrees,
  type StreetRow,
  streetRowSchema,
} from '../snapshot-format/table-rows.ts';
import { foldHouse, foldName, foldStreet } from '../snapshot-format/fold.ts';
import { openLookUpTable } from './look-up-table.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

/** A street of a city that points have in their addresses. */
export interface Street {
  name: string;
  /** Empty where its points have none. */
  city: string;
  country: string;
  latitude: number;
  longitude: number;
  /** Points in it. */
  count: number;
  /** The number asked for, where the position is that house's; otherwise null. */
  house: string | null;
  /** Whether what was typed is its name (and city), the beginning of them, or only nearly so. */
  match: 'exact' | 'prefix' | 'typo';
}

export interface StreetQuestion {
  /** The beginning of "street city", however it is written: "Marszałkowska", "marszalkowska war". */
  beginning: string;
  /** Number of a house; empty for none. */
  house: string;
  /** The city, where it is known: then `beginning` is the street alone. */
  city?: string;
  /** ISO codes of the countries that count; empty for any. */
  countries?: readonly string[];
  /** The nearest to here come first; null: those with most points. */
  near: Position | null;
  limit: number;
  /** Whether names that begin only nearly so answer where none begins so. */
  forgiving: boolean;
}

/** Looks streets up by how "street city" begins. None for fewer than three letters. @throws AppError */
export type FindStreets = (question: StreetQuestion) => Promise<Street[]>;

/** Shorter beginnings are those of cities: too many streets have them. */
const MIN_LETTERS = 3;
/** 512 rows each; a beginning that stands on more is too vague, unless the city around has a street of that name. */
const MAX_PAGES = 3;
const MAX_GUESSED_LETTERS = 8;

/** @param readNearest the item of the point nearest to a position */
export function createFindStreets(
  files: SnapshotFiles,
  readNearest: (position: Position) => Promise<Point | null>,
  pagesKept?: number,
): FindStreets {
  const table = openLookUpTable(files, 'streets', streetRowSchema, pagesKept);

  /** Of the streets that every other city has, the one of the city around. */
  async function narrow(prefix: string, near: Position | null): Promise<string | null> {
    const item = near === null ? null : await readNearest(near);
    const city = item === null ? '' : foldName(describePoint(item).city);
    return city === '' ? null : `${prefix} ${city}`;
  }

  return async ({ beginning, house, city, countries = [], near, limit, forgiving }) => {
    const prefix = foldStreet(beginning);
    const inCity = city === undefined ? null : foldName(city);
    const isWanted = (row: StreetRow) =>
      (countries.length === 0 || countries.includes(row[3])) &&
      (inCity === null || foldName(row[2]) === inCity);
    if (prefix.length < MIN_LETTERS || !/\p{L}/u.test(prefix)) return [];
    const away = ([, , , , latitude, longitude]: StreetRow) =>
      near === null ? 0 : distanceMetres(near, { latitude, longitude });
    const compare = (a: StreetRow, b: StreetRow) =>
      Number(isWhole(b, prefix)) - Number(isWhole(a, prefix)) ||
      away(a) - away(b) ||
      b[6] - a[6] ||
      (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
    const make = (match: 'prefix' | 'typo') => (row: StreetRow) =>
      makeStreet(row, house, near, match === 'prefix' && isCalled(row, prefix, inCity) ? 'exact' : match);

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
    const nearly = (await findMisspelt(table, whole, MAX_GUESSED_LETTERS, compare)).filter(isWanted);
    return nearly.slice(0, limit).map(make('typo'));
  };
}

/** Whether it is the whole name of the street, with its city or without. */
function isCalled([key, street, city]: StreetRow, prefix: string, inCity: string | null): boolean {
  return foldStreet(street) === prefix || (inCity === null && city !== '' && key === prefix);
}

/** Whether it ends where a word ends: "dluga" means ulica Długa rather than Długosza. */
function isWhole([key]: StreetRow, prefix: string): boolean {
  return key.startsWith(prefix) && (key.length === prefix.length || key[prefix.length] === ' ');
}

function makeStreet(row: StreetRow, wanted: string, near: Position | null, match: Street['match']): Street {
  const [, name, city, country, latitude, longitude, count] = row;
  const folded = foldHouse(wanted);
  const street = { name, city, country, latitude, longitude, count, house: null, match };
  if (wanted === '') return street;
  const placed = housesOf(row).map(([house, north, east]) => ({
    house,
    latitude: roundDegrees(latitude + north / DECIMALS),
    longitude: roundDegrees(longitude + east / DECIMALS),
  }));
  const own = placed.filter(({ house }) => house === folded);
  // A number that stands in several parts of a city has several entries.
  const [nearest] =
    near === null ? own : own.sort((a, b) => distanceMetres(near, a) - distanceMetres(near, b));
  if (nearest !== undefined) return { ...street, ...nearest, house: wanted };
  return street;
}

/** A street as it is written in addresses, with the number of the house where it was asked for and is known. */
export function nameStreet({ name, house }: Street): string {
  return house === null ? name : `${name} ${house}`;
}
