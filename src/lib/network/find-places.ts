import * as z from 'zod/mini';
import { AppError } from '../contract/errors.ts';
import { foldName, foldPostcode } from './fold.ts';
import { openLookUpTable, readRows } from './look-up-table.ts';
import { createLru } from './lru.ts';
import { findNearPostcodes } from './near-postcodes.ts';
import { findMisspelt } from './find-misspelt.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

/** How a place answers what was typed; `near`: a postcode beside one at which no point stands. */
export type PlaceMatch = 'exact' | 'prefix' | 'typo' | 'near';

/** A city or postcode that points have in their addresses. */
export interface Place {
  name: string;
  kind: 'city' | 'postcode';
  country: string;
  latitude: number;
  longitude: number;
  /** Points there. */
  count: number;
  match: PlaceMatch;
}

/** Prefixes as short as this have their answers ready, as the table holds too many. */
const SHORT_LETTERS = 2;
const SHORT_KEPT = 16;
/** 512 rows each; whoever has typed three letters rarely needs more than one. */
const MOST_PAGES = 6;
const MOST_GUESSED_LETTERS = 4;

const rowSchema = z.tuple(
  [
    z.string(),
    z.string(),
    z.enum(['city', 'postcode']),
    z.string(),
    z.number().check(z.gte(-90), z.lte(90)),
    z.number().check(z.gte(-180), z.lte(180)),
    z.number().check(z.gte(0)),
  ],
  z.unknown(),
);
export type PlaceRow = z.infer<typeof rowSchema>;

/**
 * Looks places up by how their names begin: those called exactly so first, then cities, then postcodes, each with most points first;
 * then, where there is none called so, cities whose names begin nearly so, or the postcodes beside the one typed.
 * @throws AppError
 */
export type FindPlaces = (query: string, limit: number) => Promise<Place[]>;

export function createFindPlaces(files: SnapshotFiles): FindPlaces {
  const table = openLookUpTable(files, 'places', rowSchema);
  const short = createLru<string, PlaceRow[]>(SHORT_KEPT);

  async function readShort(prefix: string, letter: string): Promise<PlaceRow[] | null> {
    const there = short.get(prefix);
    if (there !== undefined) return there;
    try {
      const byPrefix = await files.readJson(`places/short/${encodeURIComponent(letter)}.json`);
      if (typeof byPrefix !== 'object' || byPrefix === null || !Object.hasOwn(byPrefix, prefix)) return null;
      const rows = readRows((byPrefix as Record<string, unknown>)[prefix], rowSchema);
      short.set(prefix, rows);
      return rows;
    } catch (error) {
      // No such letter; some hosts answer with a page instead of 404.
      if (error instanceof AppError && ['not_found', 'malformed'].includes(error.code)) return null;
      throw error;
    }
  }

  async function readBeginning(prefix: string): Promise<PlaceRow[]> {
    const letters = [...prefix];
    const ready = letters.length <= SHORT_LETTERS ? await readShort(prefix, letters[0]!) : null;
    const rows = ready ?? (await table.readAround(prefix, MOST_PAGES));
    return rows.filter(([folded]) => folded.startsWith(prefix));
  }

  return async (query, limit) => {
    const prefix = foldName(query);
    if (prefix === '') return [];
    const postcode = foldPostcode(query);
    const withDigit = /\p{N}/u.test(prefix);
    // A city may have a number in its name ("Paris 10"), a postcode may have been written with a blank.
    const prefixes = withDigit ? [...new Set([prefix, postcode])] : [prefix];
    const rows = (await Promise.all(prefixes.map(readBeginning))).flat();
    const isExact = ([folded]: PlaceRow) => prefixes.includes(folded);
    const found = [...new Set(rows)]
      .sort((a, b) => Number(isExact(b)) - Number(isExact(a)) || compareRows(a, b))
      .map((row) => makePlace(row, isExact(row) ? 'exact' : 'prefix'));
    const enough = found.length >= limit || found[0]?.match === 'exact' || (withDigit && found.length > 0);
    if (enough) return found.slice(0, limit);
    if (withDigit) {
      const near = await findNearPostcodes(table, postcode);
      return near.slice(0, limit).map((row) => makePlace(row, 'near'));
    }
    const nearly = await findMisspelt(table, prefix, MOST_GUESSED_LETTERS, compareRows);
    const misspelt = nearly.filter(([, , kind]) => kind === 'city');
    return [...found, ...misspelt.map((row) => makePlace(row, 'typo'))].slice(0, limit);
  };
}

function makePlace([, name, kind, country, latitude, longitude, count]: PlaceRow, match: PlaceMatch): Place {
  return { name, kind, country, latitude, longitude, count, match };
}

/** Cities before postcodes, those with most points first. */
function compareRows(a: PlaceRow, b: PlaceRow): number {
  if (a[2] !== b[2]) return a[2] === 'city' ? -1 : 1;
  return b[6] - a[6] || (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
}
