import { AppError } from '#platform/errors.ts';
import {
  LARGEST_CITIES,
  largestCitiesSchema,
  otherNameOf,
  type PlaceRow,
  placeRowSchema,
} from '#network/snapshot-format/look-up-tables.ts';
import { foldName, foldPostcode } from '#network/snapshot-format/fold.ts';
import { countStem, dropMunicipality, isWritingOf, stemOf } from '../names.ts';
import type { Position } from '#network/distance.ts';
import { findMisspeltRows, openLookUpTable, readRows, type TablePages } from './paged-table.ts';
import { createLru } from '#async/lru.ts';
import type { SnapshotFiles } from '#network/snapshot-files.ts';

/** How a place matches the query; `near`: a postcode near one without points. */
export type PlaceMatch = 'exact' | 'prefix' | 'typo' | 'near';

/** A city or postcode from points' addresses. */
export interface Place extends Position {
  name: string;
  /** The matched name if it isn't the main one, for example "Prague" for Praha; otherwise empty. */
  otherName: string;
  kind: 'city' | 'postcode';
  country: string;
  /** Number of points there. */
  count: number;
  match: PlaceMatch;
}

/**
 * Results for prefixes up to this length are precomputed, as the table has too many rows for them.
 */
const SHORT_LETTERS = 2;
const MAX_SHORT_FILES = 16;
/** 512 rows each; a prefix of three letters rarely needs more than one. */
const MAX_PAGES = 6;
/** Of names that begin with the same word. */
const WRITTEN_PAGES = 2;
/** Letters that an inflected name has in common with its own form: "Rae vald" isn't Raeren. */
const MIN_STEM = 4;
const MAX_GUESSED_LETTERS = 4;
/**
 * Up to this many countries, the precomputed results of each are read; for more, those of all
 * countries.
 */
const MAX_COUNTRIES = 3;
/** Minimum length of the shared prefix of postcodes near each other. */
const MIN_SHARED = 2;
const MAX_NEAR = 40;
/**
 * A postcode that lacks so many characters is a district's: its middle is farther than a neighbour.
 */
const DISTRICT = 2;
/**
 * Weight of a main name: a place with this main name ranks first, unless one with this other name
 * has this many times its points.
 */
const OWN_NAME_COUNTS = 10;

/**
 * Opens the table of places, which answers the questions for places of PointNetwork. Its methods
 * throw an AppError; an empty list of countries (ISO codes, as in points) means any country.
 * @param shortFile name of the file with the precomputed results for a letter; the country is empty
 *   for all countries
 */
export function openPlaceTable(
  files: SnapshotFiles,
  shortFile: (letter: string, country: string) => string,
  pages?: TablePages,
) {
  const table = openLookUpTable(files, 'places', placeRowSchema, pages);
  const short = createLru<string, PlaceRow[]>(MAX_SHORT_FILES);

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
      // No name begins with a letter of this file. Some hosts respond with a page instead of 404.
      if (error instanceof AppError && ['not_found', 'malformed'].includes(error.code)) return null;
      throw error;
    }
  }

  async function readBeginning(prefix: string, countries: readonly string[]): Promise<PlaceRow[]> {
    const isShort = [...prefix].length <= SHORT_LETTERS;
    const folders = countries.length > 0 && countries.length <= MAX_COUNTRIES ? countries : null;
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

  /**
   * @param name of several words, or one that is inflected in the name of a municipality ("Zarasai"
   * in "Zarasų r. sav.")
   */
  async function findWritten(name: string, countries: readonly string[]): Promise<PlaceRow[]> {
    const folded = foldName(name);
    const bare = dropMunicipality(folded);
    const typed = bare === folded ? name : bare;
    const [first = '', second] = bare.split(' ');
    if (!/^\p{L}{2}/u.test(first)) return [];
    const isCity = (row: PlaceRow) => row[2] === 'city' && isOf(countries)(row);
    const read = async (prefix: string) => (await table.readAround(prefix, WRITTEN_PAGES)).filter(isCity);
    if (second !== undefined) {
      // Many names begin with "Bad": the next word says on which pages to look.
      const isMany = (await table.countPages(`${first} `)) > WRITTEN_PAGES;
      const rows = await read(isMany ? `${first} ${second}` : `${first} `);
      const isIntended = isWritingOf(typed);
      const written = rows.filter(([key]) => isIntended(key));
      if (written.length > 0) return written;
      if (bare === folded) return [];
    }
    const forms = (await read(stemOf(bare)))
      .map((row) => ({ row, other: dropMunicipality(row[0]) }))
      .map(({ row, other }) => ({
        row,
        stem: bare === folded && other === row[0] ? 0 : countStem(other, bare),
      }))
      .filter(({ stem }) => stem >= MIN_STEM);
    const longest = Math.max(...forms.map(({ stem }) => stem));
    return forms.filter(({ stem }) => stem === longest).map(({ row }) => row);
  }

  return {
    async find(query: string, limit: number, countries: readonly string[]): Promise<Place[]> {
      const prefix = foldName(query);
      if (prefix === '') return [];
      const isWanted = isOf(countries);
      const withDigit = /\p{N}/u.test(prefix);
      // A city may have a number in its name ("Paris 10"), and a postcode may be typed with a
      // blank.
      const prefixes = withDigit ? [...new Set([prefix, foldPostcode(query)])] : [prefix];
      const rows = (await Promise.all(prefixes.map((each) => readBeginning(each, countries)))).flat();
      const isExact = ([folded]: PlaceRow) => prefixes.includes(folded);
      const found = dropRepeated(
        rows
          .filter(isWanted)
          .sort((a, b) => Number(isExact(b)) - Number(isExact(a)) || compareRows(a, b))
          .map((row) => hideOtherName(makePlace(row, isExact(row) ? 'exact' : 'prefix'), prefix)),
      );
      if (found.length >= limit || found[0]?.match === 'exact' || withDigit) return found.slice(0, limit);
      // Where names begin with it, its own beginning is hardly misspelt.
      const guesses = found.length > 0 ? [prefix] : undefined;
      const nearly = await findMisspeltRows(table, prefix, MAX_GUESSED_LETTERS, compareRows, guesses);
      const misspelt = nearly.filter((row) => row[2] === 'city' && isWanted(row));
      return dropRepeated([...found, ...misspelt.map((row) => makePlace(row, 'typo'))]).slice(0, limit);
    },
    async findCalled(name: string, countries: readonly string[]): Promise<Place[]> {
      const keys = new Set([foldName(name), ...(/\p{N}/u.test(name) ? [foldPostcode(name)] : [])]);
      keys.delete('');
      // Rows with the same name may continue on the next page.
      const rows = (await Promise.all([...keys].map((key) => table.readAround(key, 2)))).flat();
      const called = rows.filter((row) => keys.has(row[0])).filter(isOf(countries));
      return dropRepeated(called.sort(compareRows).map((row) => makePlace(row, 'exact')));
    },
    async findWritten(name: string, countries: readonly string[]): Promise<Place[]> {
      const written = await findWritten(name, countries);
      return dropRepeated(written.sort(compareRows).map((row) => makePlace(row, 'exact')));
    },
    /**
     * The postcodes nearest to one, without itself: sorted by the longest shared prefix, then by
     * the smallest numeric difference. They share at least half of it, and two characters.
     */
    async findNearPostcodes(postcode: string, countries: readonly string[]): Promise<Place[]> {
      const folded = foldPostcode(postcode);
      const least = Math.max(MIN_SHARED, Math.floor(folded.length / 2));
      // Neighbours in the table share the longest prefixes, so they are on the page where the
      // postcode would be.
      return (await table.readAround(folded, 1))
        .filter((row) => row[2] === 'postcode' && row[0].length > folded.length - DISTRICT)
        .filter(isOf(countries))
        .map((row) => ({ row, shared: countShared(row[0], folded), apart: countApart(row[0], folded) }))
        .filter(({ row, shared }) => shared >= least && row[0] !== folded)
        .sort((a, b) => b.shared - a.shared || a.apart - b.apart || b.row[6] - a.row[6])
        .slice(0, MAX_NEAR)
        .map(({ row }) => makePlace(row, 'near'));
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

/**
 * Leaves out the other name of a place of whose own name a word begins like the text: "lodz" is in
 * Konstantynów Łódzki.
 */
const hideOtherName = (place: Place, prefix: string): Place =>
  ` ${foldName(place.name)}`.includes(` ${prefix}`) ? { ...place, otherName: '' } : place;

/** Keeps only the first suggestion for a place that is found by several of its names. */
function dropRepeated(places: readonly Place[]): Place[] {
  const seen = new Set<string>();
  return places.filter(({ name, kind, country, latitude, longitude }) => {
    const key = `${kind} ${country} ${latitude} ${longitude} ${name}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Cities before postcodes, each with most points first. */
function compareRows(a: PlaceRow, b: PlaceRow): number {
  if (a[2] !== b[2]) return a[2] === 'city' ? -1 : 1;
  return weigh(b) - weigh(a) || (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
}

function weigh(row: PlaceRow): number {
  return row[6] * (otherNameOf(row) === null ? OWN_NAME_COUNTS : 1);
}

/**
 * Reads `places/largest.json`: the cities with most points, of the given countries or of all.
 * @throws AppError
 */
export async function readLargestCities(
  files: SnapshotFiles,
  limit: number,
  countries: readonly string[],
): Promise<Place[]> {
  const result = largestCitiesSchema.safeParse(await files.readJson(LARGEST_CITIES));
  if (!result.success) throw new AppError('malformed', 'The largest cities are not listed by country.');
  return Object.values(result.data)
    .flatMap((rows) => readRows(rows, placeRowSchema))
    .filter(isOf(countries))
    .sort(compareRows)
    .slice(0, limit)
    .map((row) => makePlace(row, 'exact'));
}

function countShared(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}

/** Numeric difference; 0 for postcodes with letters, as their order means nothing. */
function countApart(a: string, b: string): number {
  const apart = Math.abs(Number(a) - Number(b));
  return Number.isNaN(apart) ? 0 : apart;
}
