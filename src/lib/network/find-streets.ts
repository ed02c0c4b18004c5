import * as z from 'zod/mini';
import { describePoint } from '../contract/point-details.ts';
import type { Point } from '../contract/point.ts';
import { distanceMetres, type Position } from './distance.ts';
import { findMisspelt } from './find-misspelt.ts';
import { foldHouse, foldName, foldStreet } from './fold.ts';
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
  /** Whether what was typed is the beginning of its name and city, or only nearly so. */
  match: 'prefix' | 'typo';
}

export interface StreetQuestion {
  /** The beginning of "street city", however it is written: "Marszałkowska", "marszalkowska war". */
  beginning: string;
  /** Number of a house; empty for none. */
  house: string;
  /** The nearest to here come first; null: those with most points. */
  near: Position | null;
  limit: number;
  /** Whether names that begin only nearly so answer where none begins so. */
  forgiving: boolean;
}

/** Looks streets up by how "street city" begins. None for fewer than three letters. @throws AppError */
export type FindStreets = (question: StreetQuestion) => Promise<Street[]>;

/** Shorter beginnings are those of cities: too many streets have them. */
const LEAST_LETTERS = 3;
/** 512 rows each; a beginning that stands on more is too vague, unless the city around has a street of that name. */
const MOST_PAGES = 3;
const MOST_GUESSED_LETTERS = 8;
const DECIMALS = 1e5;

const whole = z.int();
const rowSchema = z.tuple(
  [
    z.string(),
    z.string(),
    z.string(),
    z.string(),
    z.number().check(z.gte(-90), z.lte(90)),
    z.number().check(z.gte(-180), z.lte(180)),
    z.number().check(z.gte(0)),
  ],
  z.unknown(),
);
type StreetRow = z.infer<typeof rowSchema>;
const housesSchema = z.catch(z.array(z.tuple([z.string(), whole, whole], z.unknown())), []);

/** @param readNearest the item of the point nearest to a position */
export function createFindStreets(
  files: SnapshotFiles,
  readNearest: (position: Position) => Promise<Point | null>,
): FindStreets {
  const table = openLookUpTable(files, 'streets', rowSchema);

  /** Of the streets that every other city has, the one of the city around. */
  async function narrow(prefix: string, near: Position | null): Promise<string | null> {
    const item = near === null ? null : await readNearest(near);
    const city = item === null ? '' : foldName(describePoint(item).city);
    return city === '' ? null : `${prefix} ${city}`;
  }

  return async ({ beginning, house, near, limit, forgiving }) => {
    const prefix = foldStreet(beginning);
    if (prefix.length < LEAST_LETTERS || !/\p{L}/u.test(prefix)) return [];
    const away = ([, , , , latitude, longitude]: StreetRow) =>
      near === null ? 0 : distanceMetres(near, { latitude, longitude });
    const compare = (a: StreetRow, b: StreetRow) =>
      Number(isWhole(b, prefix)) - Number(isWhole(a, prefix)) ||
      away(a) - away(b) ||
      b[6] - a[6] ||
      (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
    const wanted = (await table.countPages(prefix)) <= MOST_PAGES ? prefix : await narrow(prefix, near);
    if (wanted === null) return [];
    const rows = await table.readAround(wanted, MOST_PAGES);
    const found = rows.filter(([key]) => key.startsWith(wanted)).sort(compare);
    if (found.length > 0 || !forgiving) {
      return found.slice(0, limit).map((row) => makeStreet(row, house, 'prefix'));
    }
    const nearly = await findMisspelt(table, prefix, MOST_GUESSED_LETTERS, compare);
    return nearly.slice(0, limit).map((row) => makeStreet(row, house, 'typo'));
  };
}

/** Whether it ends where a word ends: "dluga" means ulica Długa rather than Długosza. */
function isWhole([key]: StreetRow, prefix: string): boolean {
  return key.startsWith(prefix) && (key.length === prefix.length || key[prefix.length] === ' ');
}

function makeStreet(row: StreetRow, wanted: string, match: Street['match']): Street {
  const [, name, city, country, latitude, longitude, count, houses] = row as [...StreetRow, unknown];
  const folded = foldHouse(wanted);
  const own = wanted === '' ? undefined : housesSchema.parse(houses).find(([house]) => house === folded);
  if (own === undefined) return { name, city, country, latitude, longitude, count, house: null, match };
  const [, north, east] = own;
  return {
    name,
    city,
    country,
    latitude: round(latitude + north / DECIMALS),
    longitude: round(longitude + east / DECIMALS),
    count,
    house: wanted,
    match,
  };
}

function round(degrees: number): number {
  return Math.round(degrees * DECIMALS) / DECIMALS;
}
