import { distanceMetres, type Position } from '#network/distance.ts';
import {
  COUNTRY_NAMES,
  LARGEST_CITIES,
  LARGEST_OF_COUNTRY,
  otherNameOf,
  type PlaceRow,
  shortPlacesFile,
} from '#network/snapshot-format/look-up-tables.ts';
import { groupBy } from './group.ts';
import { writeLookUpTable } from './tables.ts';
import type { VersionFolder } from './version-folder.ts';
import languages from '#languages/languages.json' with { type: 'json' };
import { foldName } from '#network/snapshot-format/fold.ts';

/** How many places to list for a prefix of one or two letters: as many as fit on a phone. */
const PLACES_FOR_PREFIX = 8;
/** Don't use any other value of `country` as a folder name. */
const COUNTRY_CODE = /^[A-Z]{2}$/;

/**
 * Writes the table of places, the lists for prefixes of one and two letters (of the network and of each country), the largest
 * cities, and country names.
 * @param points number of points by country
 */
export async function writePlaces(
  rows: readonly PlaceRow[],
  points: ReadonlyMap<string, number>,
  folder: Pick<VersionFolder, 'add'>,
  rowsInPage?: number,
): Promise<void> {
  await writeLookUpTable(folder, 'places', rows, rowsInPage);
  const countries = groupBy(rows, ([, , , country]) => (COUNTRY_CODE.test(country) ? country : null));
  const all = [...points.values()].reduce((sum, count) => sum + count, 0);
  await writeShort('', all, rows, folder);
  for (const [country, own] of countries) await writeShort(country, points.get(country) ?? 0, own, folder);
  const largest = [...countries].map(([country, own]) => [country, findLargestCities(own)] as const);
  await folder.add(LARGEST_CITIES, JSON.stringify(Object.fromEntries(largest)));
  await folder.add(COUNTRY_NAMES, JSON.stringify(makeCountryNames(countries.keys())));
}

async function writeShort(
  country: string,
  points: number,
  rows: readonly PlaceRow[],
  folder: Pick<VersionFolder, 'add'>,
): Promise<void> {
  const files = groupBy(findLargestByPrefix(rows), ([prefix]) => {
    const [letter = ''] = prefix;
    return shortPlacesFile(letter, country, points);
  });
  for (const [file, prefixes] of files) await folder.add(file, JSON.stringify(Object.fromEntries(prefixes)));
}

/** Finds for each prefix of one or two letters the places with most points, and those whose whole name it is. */
function findLargestByPrefix(rows: readonly PlaceRow[]): Map<string, PlaceRow[]> {
  const prefixes = new Map<string, PlaceRow[]>();
  // Put a city's own name (a shorter row) before its other names.
  for (const row of [...rows].sort((a, b) => a.length - b.length || b[6] - a[6])) {
    const [first = '', second = ''] = row[0];
    // A prefix never ends with a space: queries are folded, and so trimmed.
    for (const prefix of new Set([first, (first + second).trim()])) {
      const largest = prefixes.get(prefix) ?? [];
      prefixes.set(prefix, largest);
      // List a place whose whole name is typed (Eu, Au) however small it is.
      const isListed = largest.some((other) => isSamePlace(other, row));
      if ((largest.length < PLACES_FOR_PREFIX && !isListed) || row[0] === prefix) largest.push(row);
    }
  }
  return prefixes;
}

/** A district or suburb lies this near to the middle of its larger city, and has many of the same points around it. */
const SUBURB_METRES = 20_000;

/** The cities with most points. */
function findLargestCities(rows: readonly PlaceRow[]): PlaceRow[] {
  const largest: PlaceRow[] = [];
  const isSuburb = (row: PlaceRow) =>
    largest.some((city) => distanceMetres(positionOf(city), positionOf(row)) < SUBURB_METRES);
  const cities = rows.filter((row) => row[2] === 'city' && row[6] > 0 && otherNameOf(row) === null);
  for (const row of cities.sort((a, b) => b[6] - a[6])) {
    if (largest.length === LARGEST_OF_COUNTRY) break;
    if (!isSuburb(row)) largest.push(row);
  }
  return largest;
}

const positionOf = ([, , , , latitude, longitude]: PlaceRow): Position => ({ latitude, longitude });

function isSamePlace(a: PlaceRow, b: PlaceRow): boolean {
  return a[1] === b[1] && a[3] === b[3] && a[4] === b[4] && a[5] === b[5];
}

/** The product's languages; countries are also listed by their names in their own language. */
const LANGUAGES = [...languages.complete, ...languages.partial].sort();
/** Common names that CLDR doesn't have. */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  CZ: ['ČR', 'Česká republika', 'Czech Republic', 'Tschechische Republik'],
  GB: ['UK', 'Great Britain', 'Großbritannien', 'England', 'Scotland', 'Wales'],
  NL: ['Holland'],
  DE: ['BRD'],
};

/** Lists `[folded name, country]` for a network's countries, sorted; names come from Node's CLDR data (docs/snapshot-format.md). */
function makeCountryNames(countries: Iterable<string>): (readonly [folded: string, country: string])[] {
  const names = new Map<string, string>();
  for (const country of [...countries].sort()) {
    const own = new Intl.Locale(`und-${country}`).maximize().language;
    for (const language of new Set([...LANGUAGES, own])) {
      const name = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(country);
      if (name !== undefined) names.set(foldName(name), country);
    }
    for (const name of SHORT_NAMES[country] ?? []) names.set(foldName(name), country);
  }
  return [...names].sort(([a], [b]) => (a < b ? -1 : 1));
}
