import type { PlaceRow } from './place-rows.ts';
import { writeTable } from './tables.ts';
import type { VersionFolder } from './version-folder.ts';

/** How many places answer one or two letters: a list on a phone shows no more. */
const PLACES_FOR_PREFIX = 8;

/** Writes the table of places, and the short answers for one and two letters. */
export async function writePlaces(rows: readonly PlaceRow[], folder: VersionFolder): Promise<void> {
  await writeTable(folder, 'places', rows);
  for (const [letter, prefixes] of findLargest(rows)) {
    await folder.add(`places/short/${letter}.json`, JSON.stringify(Object.fromEntries(prefixes)));
  }
}

/** The places with most points for each prefix of one and two letters, and those called like it, by first letter. */
function findLargest(rows: readonly PlaceRow[]): Map<string, Map<string, PlaceRow[]>> {
  const letters = new Map<string, Map<string, PlaceRow[]>>();
  // Rows of equal size stay in the table's order.
  for (const row of [...rows].sort((a, b) => b[6] - a[6])) {
    const [first = '', second = ''] = row[0];
    const prefixes = letters.get(first) ?? new Map<string, PlaceRow[]>();
    letters.set(first, prefixes);
    // A prefix never ends with a blank: what is looked up is folded as well.
    for (const prefix of new Set([first, (first + second).trim()])) {
      const largest = prefixes.get(prefix) ?? [];
      prefixes.set(prefix, largest);
      // Whoever types the whole of a short name (Eu, Au) means that place, however small.
      if (largest.length < PLACES_FOR_PREFIX || row[0] === prefix) largest.push(row);
    }
  }
  return letters;
}
