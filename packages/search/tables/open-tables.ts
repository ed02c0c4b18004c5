import { AppError } from '#platform/errors.ts';
import type { Point } from '#platform/point.ts';
import { countEditsToPrefix } from '#contract/count-edits.ts';
import { describePoint } from '#contract/point-details.ts';
import { once } from '#async/once.ts';
import { totalFacets } from '#network/class-filter.ts';
import { distanceMetres, type Position } from '#network/distance.ts';
import type { VersionParts } from '#network/read-version.ts';
import type { SnapshotFiles } from '#network/snapshot-files.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import {
  COUNTRY_NAMES,
  countryNamesSchema,
  idRowSchema,
  type NameRow,
  nameRowSchema,
  shortPlacesFile,
  streetOfNamed,
} from '#network/snapshot-format/look-up-tables.ts';
import { openLookUpTable, type TablePages } from './paged-table.ts';
import { openPlaceTable, readLargestCities } from './places.ts';
import { createFindStreets } from './streets.ts';

export type LookUps = ReturnType<typeof createLookUps>;

/**
 * The tables of ids and names of a version. Loaded with the first look-up, since the first pins
 * need none.
 */
export function createLookUps(
  { files, manifest, classes }: VersionParts,
  /** Reads the item of the point nearest to a position. */
  readNearest: (position: Position) => Promise<Point | null>,
  tablePages?: TablePages,
) {
  const counts = totalFacets(classes).countries;
  const shortFile = (letter: string, country: string) =>
    shortPlacesFile(letter, country, country === '' ? manifest.count : (counts.get(country) ?? 0));

  async function cityAt(position: Position): Promise<string> {
    const item = await readNearest(position);
    return item === null ? '' : describePoint(item).city;
  }

  return {
    ids: openIdTable(files),
    places: openPlaceTable(files, shortFile, tablePages),
    countryNames: once(() => readCountryNames(files)),
    largestCities: (limit: number, of: readonly string[]) => readLargestCities(files, limit, of),
    findNames: createFindNames(files, cityAt, tablePages),
    findStreets: createFindStreets(files, cityAt, tablePages),
  };
}

/** Opens the table of ids. Its methods throw an AppError. */
function openIdTable(files: SnapshotFiles) {
  const table = openLookUpTable(files, 'ids', idRowSchema);
  return {
    /** Ordinal of an id in the snapshot; null if it isn't in it. */
    async findOrdinal(id: string): Promise<number | null> {
      // If the id is the first of its page, the page before it is read too.
      const rows = await table.readAround(id, 2);
      return rows.find(([each]) => each === id)?.[1] ?? null;
    },
    async findIds(beginning: string, limit: number): Promise<string[]> {
      const rows = await table.readAround(beginning, 2);
      return rows
        .map(([id]) => id)
        .filter((id) => id.startsWith(beginning))
        .slice(0, limit);
    },
  };
}

/** Reads `places/countries.json`: ISO codes by folded name. @throws AppError */
async function readCountryNames(files: SnapshotFiles): Promise<ReadonlyMap<string, string>> {
  const result = countryNamesSchema.safeParse(await files.readJson(COUNTRY_NAMES));
  if (!result.success) throw new AppError('malformed', 'The names of countries are no list of pairs.');
  return new Map(result.data.map(([name, country]) => [name, country]));
}

/** A point found by its own name. */
export interface NamedPoint extends Position {
  id: string;
  name: string;
  /** With the house number; empty if its address has none. */
  street: string;
  /** Empty if its address has none. */
  city: string;
  country: string;
  /**
   * Whether the typed text is the whole name, its first words, a prefix within a word, or matches
   * with one typo.
   */
  match: 'exact' | 'words' | 'prefix' | 'typo';
}

export interface NameQuestion {
  /** The beginning of a name in any spelling, or a name with the beginning of its city. */
  beginning: string;
  /** The city, if known; `beginning` is then the name alone. */
  city?: string;
  /** ISO codes of the allowed countries; empty for any. */
  countries: readonly string[];
  /**
   * Of equally good matches, the nearest to this position come first; null: in the order of the
   * table.
   */
  near: Position | null;
  limit: number;
}

/** Shorter prefixes match too many names. */
const MIN_LETTERS = 3;
/** A typo in a shorter text makes another word of it. */
const MIN_LETTERS_WITH_TYPOS = 6;
/** With the page before, on which they may begin. */
const CHAIN_PAGES = 3;
const RANKS = { exact: 0, words: 1, prefix: 2, typo: 3 };

/**
 * Looks up points by their own names: the index of the table is read, and one page. Of a chain
 * whose points fill several pages, that is the page of the city near the question. Its function
 * throws an AppError.
 * @param cityAt finds the city of the point nearest to a position; empty if it has none
 */
function createFindNames(
  files: SnapshotFiles,
  cityAt: (position: Position) => Promise<string>,
  pages?: TablePages,
) {
  const table = openLookUpTable(files, 'names', nameRowSchema, pages);

  /** Appends the city at `near` to a whole name that fills more than a page. */
  async function narrow(typed: string, near: Position | null): Promise<string> {
    if (near === null || (await table.countPages(`${typed} `)) < CHAIN_PAGES) return typed;
    const city = foldName(await cityAt(near));
    const narrowed = `${typed} ${city}`;
    const isThere = city !== '' && (await table.readBeginning(narrowed)).some(([key]) => key === narrowed);
    return isThere ? narrowed : typed;
  }

  return async ({ beginning, city, countries, near, limit }: NameQuestion): Promise<NamedPoint[]> => {
    const text = foldName(beginning);
    if (text.length < MIN_LETTERS || !/\p{L}/u.test(text)) return [];
    const typed = city === undefined ? await narrow(text, near) : `${text} ${foldName(city)}`;
    const rows = (await table.readBeginning(typed)).filter(
      ([, , , country]) => countries.length === 0 || countries.includes(country),
    );
    const begun = rows.filter(([key]) => key.startsWith(typed));
    const found = begun.length > 0 ? begun : findMisspelt(rows, typed);
    const away = (point: Position) => (near === null ? 0 : distanceMetres(near, point));
    return found
      .map((row) => makeNamed(row, typed))
      .sort((a, b) => RANKS[a.match] - RANKS[b.match] || away(a) - away(b))
      .slice(0, limit);
  };
}

/**
 * Names on the same page only, so that a typo costs no further file: not those misspelt in the
 * first letters.
 */
function findMisspelt(rows: readonly NameRow[], typed: string): NameRow[] {
  if (typed.length < MIN_LETTERS_WITH_TYPOS) return [];
  return rows.filter(([key]) => countEditsToPrefix(typed, key, 1) <= 1);
}

function makeNamed(row: NameRow, typed: string): NamedPoint {
  const [key, name, city, country, latitude, longitude, id] = row;
  const match = !key.startsWith(typed)
    ? 'typo'
    : key === typed || foldName(name) === typed
      ? 'exact'
      : key[typed.length] === ' '
        ? 'words'
        : 'prefix';
  return { id, name, street: streetOfNamed(row), city, country, latitude, longitude, match };
}
