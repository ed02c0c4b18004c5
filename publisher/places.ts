import { COUNTRY_NAMES, shortPlacesFile } from '../src/lib/snapshot-format/layout.ts';
import { makeCountryNames } from './country-names.ts';
import type { PlaceRow } from '../src/lib/snapshot-format/table-rows.ts';
import { groupBy } from './group.ts';
import { writeTable } from './tables.ts';
import type { VersionFolder } from './version-folder.ts';

/** How many places answer one or two letters: a list on a phone shows no more. */
const PLACES_FOR_PREFIX = 8;
/** What else a country is called by is no name of a folder. */
const COUNTRY_CODE = /^[A-Z]{2}$/;

/**
 * Writes the table of places, the short answers for one and two letters (for each country too), and the names of countries.
 * @param points how many there are in each country, as the manifest's classes have them
 */
export async function writePlaces(
  rows: readonly PlaceRow[],
  points: ReadonlyMap<string, number>,
  folder: VersionFolder,
): Promise<void> {
  await writeTable(folder, 'places', rows);
  const countries = groupBy(rows, ([, , , country]) => (COUNTRY_CODE.test(country) ? country : null));
  const all = [...points.values()].reduce((sum, count) => sum + count, 0);
  await writeShort('', all, rows, folder);
  for (const [country, own] of countries) await writeShort(country, points.get(country) ?? 0, own, folder);
  await folder.add(COUNTRY_NAMES, JSON.stringify(makeCountryNames(countries.keys())));
}

async function writeShort(
  country: string,
  points: number,
  rows: readonly PlaceRow[],
  folder: VersionFolder,
): Promise<void> {
  const files = groupBy(findLargest(rows), ([prefix]) => {
    const [letter = ''] = prefix;
    return shortPlacesFile(letter, country, points);
  });
  for (const [file, prefixes] of files) await folder.add(file, JSON.stringify(Object.fromEntries(prefixes)));
}

/** The places with most points for each prefix of one and two letters, and those called like it. */
function findLargest(rows: readonly PlaceRow[]): Map<string, PlaceRow[]> {
  const prefixes = new Map<string, PlaceRow[]>();
  // Rows of equal size stay in the table's order; a city's own name comes before what speakers of other languages call it.
  for (const row of [...rows].sort((a, b) => a.length - b.length || b[6] - a[6])) {
    const [first = '', second = ''] = row[0];
    // A prefix never ends with a blank: what is looked up is folded as well.
    for (const prefix of new Set([first, (first + second).trim()])) {
      const largest = prefixes.get(prefix) ?? [];
      prefixes.set(prefix, largest);
      // Whoever types the whole of a short name (Eu, Au) means that place, however small.
      const there = largest.some((each) => isSamePlace(each, row));
      if ((largest.length < PLACES_FOR_PREFIX && !there) || row[0] === prefix) largest.push(row);
    }
  }
  return prefixes;
}

function isSamePlace(a: PlaceRow, b: PlaceRow): boolean {
  return a[1] === b[1] && a[3] === b[3] && a[4] === b[4] && a[5] === b[5];
}
