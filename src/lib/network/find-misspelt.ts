import { countEditsToPrefix, forgivenEdits } from './count-edits.ts';
import type { LookUpTable } from './look-up-table.ts';

/** Pages (of 512 rows) read for one guess of how a name begins; a guess is made longer until so many hold it. */
const MAX_PAGES = 3;
const MIN_LETTERS = 2;

/**
 * Rows whose names begin nearly as was typed, the fewest slips first. A table sorted by names can only be searched by how they
 * begin, so a slip in the first two letters is found when they were exchanged or one is too many, not when one is another.
 * @param typed folded
 * @param maxLetters so many letters of the beginning are looked up at most: a slip beyond them is found
 * @param compare the order of names with equally many slips
 */
export async function findMisspelt<Row extends readonly [name: string, ...unknown[]]>(
  table: LookUpTable<Row>,
  typed: string,
  maxLetters: number,
  compare: (a: Row, b: Row) => number,
): Promise<Row[]> {
  const most = forgivenEdits(typed.replaceAll(' ', '').length);
  if (most === 0) return [];
  const [first = '', second = ''] = typed;
  const guesses = [typed, second + first + typed.slice(2), typed.slice(1), first + typed.slice(2)];
  const beginnings = await Promise.all(guesses.map((guess) => shorten(table, guess, maxLetters)));
  const read = await Promise.all(
    [...new Set(beginnings)].map((beginning) => table.readAround(beginning, MAX_PAGES)),
  );
  return [...new Set(read.flat())]
    .filter(([folded]) => !folded.startsWith(typed))
    .map((row) => ({ row, edits: countEditsToPrefix(typed, row[0], most) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits || compare(a.row, b.row))
    .map(({ row }) => row);
}

/** The shortest beginning that stands on few enough pages. */
async function shorten<Row>(table: LookUpTable<Row>, guess: string, maxLetters: number): Promise<string> {
  for (let letters = MIN_LETTERS; letters < maxLetters; letters++) {
    const beginning = guess.slice(0, letters);
    if ((await table.countPages(beginning)) <= MAX_PAGES) return beginning;
  }
  return guess.slice(0, maxLetters);
}
