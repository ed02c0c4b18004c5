import { AppError } from '../contract/errors.ts';
import {
  otherNameOf,
  type PlaceRow,
  placeRowSchema,
  countryNamesSchema,
} from '../snapshot-format/table-rows.ts';
import { foldName, foldPostcode } from '../snapshot-format/fold.ts';
import { openLookUpTable, readRows } from './look-up-table.ts';
import { createLru } from './lru.ts';
import { findNearPostcodes } from './near-postcodes.ts';
import { findMisspelt } from './find-misspelt.ts';
import type { SnapshotFiles } from './snapshot-files.ts';
import { COUNTRY_NAMES } from '../snapshot-format/layout.ts';

/** How a place answers what was typed; `near`: a postcode beside one at which no point stands. */
export type PlaceMatch = 'exact' | 'prefix' | 'typo' | 'near';

/** A city or postcode that points have in their addresses. */
export interface Place {
  name: string;
  /** The name by which it was found, where that is another one: "Prague" of Praha; otherwise empty. */
  otherName: string;
  kind: 'city' | 'postcode';
  country: string;
  latitude: number;
  longitude: number;
  /** Points there. */
  count: number;
  match: PlaceMatch;
}

/** Looks places up. An empty list of countries (ISO codes, as the points have them) means any. @throws AppError */
export interface PlaceTable {
  /**
   * Places whose names begin so: those called exactly so first, then cities, then postcodes, each with most points first; then, where
   * there is none called so, cities whose names begin nearly so.
   */
  find(query: string, limit: number, countries: readonly string[]): Promise<Place[]>;
  /** Places called exactly so, those with most points first. */
  findCalled(name: string, countries: readonly string[]): Promise<Place[]>;
  /** Postcodes that share the longest beginnings with one, without itself. */
  findNearPostcodes(postcode: string, countries: readonly string[]): Promise<Place[]>;
}

/** Prefixes as short as this have their answers ready, as the table holds too many. */
const SHORT_LETTERS = 2;
const SHORT_KEPT = 16;
/** 512 rows each; whoever has typed three letters rarely needs more than one. */
const MAX_PAGES = 6;
const MAX_GUESSED_LETTERS = 4;
/** Of each of so many countries the short answers are read; of more, those of all countries serve. */
const MAX_COUNTRIES = 3;
/** A city is meant rather than another one that speakers of another language call so, unless that one has so many times more points. */
const OWN_NAME_COUNTS = 10;

/**
 * @param shortFile name of the file with the short answers for a letter (of a country, or of all: empty)
 * @param byCountry whether they are there for each country too
 */
export function openPlaceTable(
  files: SnapshotFiles,
  shortFile: (letter: string, country: string) => string,
  byCountry: boolean,
  pagesKept?: number,
): PlaceTable {
  const table = openLookUpTable(files, 'places', placeRowSchema, pagesKept);
  const short = createLru<string, PlaceRow[]>(SHORT_KEPT);

  async function readShort(prefix: string, country: string): Promise<PlaceRow[] | null> {
    const key = `${country}/${prefix}`;
    const there = short.get(key);
    if (there !== undefined) return there;
    const [letter = ''] = prefix;
    try {
      const byPrefix = await files.readJson(shortFile(letter, country));
      if (typeof byPrefix !== 'object' || byPrefix === null || !Object.hasOwn(byPrefix, prefix)) return null;
      const rows = readRows((byPrefix as Record<string, unknown>)[prefix], placeRowSchema);
      short.set(key, rows);
      return rows;
    } catch (error) {
      // None of its letters begins a name; some hosts answer with a page instead of 404.
      if (error instanceof AppError && ['not_found', 'malformed'].includes(error.code)) return null;
      throw error;
    }
  }

  async function readBeginning(prefix: string, countries: readonly string[]): Promise<PlaceRow[]> {
    const isShort = [...prefix].length <= SHORT_LETTERS;
    const folders = byCountry && countries.length > 0 && countries.length <= MAX_COUNTRIES ? countries : null;
    const ready = !isShort
      ? null
      : folders === null
        ? await readShort(prefix, '')
        : (await Promise.all(folders.map((country) => readShort(prefix, country)))).flatMap(
            (rows) => rows ?? [],
          );
    const rows = ready ?? (await table.readAround(prefix, MAX_PAGES));
    return rows.filter(([folded]) => folded.startsWith(prefix));
  }

  return {
    async find(query, limit, countries) {
      const prefix = foldName(query);
      if (prefix === '') return [];
      const isWanted = isOf(countries);
      const withDigit = /\p{N}/u.test(prefix);
      // A city may have a number in its name ("Paris 10"), a postcode may have been written with a blank.
      const prefixes = withDigit ? [...new Set([prefix, foldPostcode(query)])] : [prefix];
      const rows = (await Promise.all(prefixes.map((each) => readBeginning(each, countries)))).flat();
      const isExact = ([folded]: PlaceRow) => prefixes.includes(folded);
      const found = dropRepeated(
        rows
          .filter(isWanted)
          .sort((a, b) => Number(isExact(b)) - Number(isExact(a)) || compareRows(a, b))
          .map((row) => makePlace(row, isExact(row) ? 'exact' : 'prefix')),
      );
      if (found.length >= limit || found[0]?.match === 'exact' || withDigit) return found.slice(0, limit);
      const nearly = await findMisspelt(table, prefix, MAX_GUESSED_LETTERS, compareRows);
      const misspelt = nearly.filter((row) => row[2] === 'city' && isWanted(row));
      return dropRepeated([...found, ...misspelt.map((row) => makePlace(row, 'typo'))]).slice(0, limit);
    },
    async findCalled(name, countries) {
      const keys = new Set([foldName(name), ...(/\p{N}/u.test(name) ? [foldPostcode(name)] : [])]);
      keys.delete('');
      // Rows of one name may run over the end of a page.
      const rows = (await Promise.all([...keys].map((key) => table.readAround(key, 2)))).flat();
      const called = rows.filter((row) => keys.has(row[0])).filter(isOf(countries));
      return dropRepeated(called.sort(compareRows).map((row) => makePlace(row, 'exact')));
    },
    async findNearPostcodes(postcode, countries) {
      const rows = await findNearPostcodes(table, foldPostcode(postcode), isOf(countries));
      return rows.map((row) => makePlace(row, 'near'));
    },
  };
}

function isOf(countries: readonly string[]): (row: PlaceRow) => boolean {
  return (row) => countries.length === 0 || countries.includes(row[3]);
}

function makePlace(row: PlaceRow, match: PlaceMatch): Place {
  const [, name, kind, country, latitude, longitude, count] = row;
  return { name, otherName: otherNameOf(row) ?? '', kind, country, latitude, longitude, count, match };
}

/** A city that is found under several of its names is one suggestion: the first. */
function dropRepeated(places: readonly Place[]): Place[] {
  const seen = new Set<string>();
  return places.filter(({ name, kind, country, latitude, longitude }) => {
    const key = `${kind} ${country} ${latitude} ${longitude} ${name}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Cities before postcodes, those with most points first. */
function compareRows(a: PlaceRow, b: PlaceRow): number {
  if (a[2] !== b[2]) return a[2] === 'city' ? -1 : 1;
  return weigh(b) - weigh(a) || (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
}

function weigh(row: PlaceRow): number {
  return row[6] * (otherNameOf(row) === null ? OWN_NAME_COUNTS : 1);
}

/** Reads `places/countries.json`: ISO codes by folded name. @throws AppError */
export async function readCountryNames(files: SnapshotFiles): Promise<ReadonlyMap<string, string>> {
  const result = countryNamesSchema.safeParse(await files.readJson(COUNTRY_NAMES));
  if (!result.success) throw new AppError('malformed', 'The names of countries are no list of pairs.');
  return new Map(result.data.map(([name, country]) => [name, country]));
}
