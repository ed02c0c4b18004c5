import { countEdits, countEditsToPrefix, maxTypos } from '#contract/count-edits.ts';
import type { LookUpTable } from './paged-table.ts';

/**
 * Maximum pages (of 512 rows) to read for a guessed prefix; a guess is lengthened until its rows
 * fit on this many.
 */
const MAX_PAGES = 3;
const MIN_LETTERS = 2;

/**
 * How a name may begin that was typed like this: also with its first letters swapped, or one of
 * them left out.
 */
const guessBeginnings = (typed: string) => {
  const [first = '', second = ''] = typed;
  return [typed, second + first + typed.slice(2), typed.slice(1), first + typed.slice(2)];
};

/**
 * Rows whose names begin almost with the typed text, fewest typos first, then whole names. A table
 * sorted by name can only be searched by prefix, so typos in the first two letters are found if the
 * letters are swapped or one is extra, but not if one is replaced.
 * @param typed folded
 * @param maxLetters maximum letters of the prefix that is looked up; typos after them are found
 * @param compare order of names with the same number of typos
 * @param guesses how names may begin: each is up to three pages
 */
export async function findMisspeltRows<Row extends readonly [name: string, ...unknown[]]>(
  table: LookUpTable<Row>,
  typed: string,
  maxLetters: number,
  compare: (a: Row, b: Row) => number,
  guesses = guessBeginnings(typed),
): Promise<Row[]> {
  const most = maxTypos(typed.replaceAll(' ', '').length);
  if (most === 0) return [];
  const beginnings = await Promise.all(guesses.map((guess) => shorten(table, guess, maxLetters)));
  const read = await Promise.all(
    [...new Set(beginnings)].map((beginning) => table.readAround(beginning, MAX_PAGES)),
  );
  /** By what they depend on: half of a table's names begin like another one. */
  const known = new Map<string, number>();
  const countTypos = (name: string) => {
    const beginning = name.slice(0, typed.length + most);
    const edits = known.get(beginning) ?? countEditsToPrefix(typed, beginning, most);
    known.set(beginning, edits);
    return edits;
  };
  // "Frankfurd" is Frankfurt rather than Frankfurt (Oder).
  const isLonger = ([name]: Row) => Number(name.length > typed.length + most);
  return [...new Set(read.flat())]
    .filter(([folded]) => !folded.startsWith(typed))
    .map((row) => ({ row, edits: countTypos(row[0]) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits || isLonger(a.row) - isLonger(b.row) || compare(a.row, b.row))
    .map(({ row }) => row);
}

/** The shortest prefix whose rows are on few enough pages. */
async function shorten<Row>(table: LookUpTable<Row>, guess: string, maxLetters: number): Promise<string> {
  for (let letters = MIN_LETTERS; letters < maxLetters; letters++) {
    const beginning = guess.slice(0, letters);
    if ((await table.countPages(beginning)) <= MAX_PAGES) return beginning;
  }
  return guess.slice(0, maxLetters);
}

/**
 * Finds, among names and the whole words that they begin with, what is most similar to a typed
 * text; null if nothing is.
 */
export function findMisspeltName(names: readonly string[], typed: string): string | null {
  let least: number = maxTypos(typed.replaceAll(' ', '').length);
  let intended = '';
  for (const name of new Set(names)) {
    countEdits(typed, name, least).forEach((edits, length) => {
      // A letter is sooner left out than typed twice.
      if (edits > least || (edits === least && length <= intended.length)) return;
      if (length < name.length && name[length] !== ' ') return;
      least = edits;
      intended = name.slice(0, length);
    });
  }
  return intended || null;
}

/** Shorter names have too many like them, whatever stands before. */
const MIN_MISSPELT = 6;

/**
 * Whether a typed text is a name's beginning, but for typos.
 * @param more letters that were typed before it
 */
export function isMisspelt(typed: string, name: string, more = 0): boolean {
  const letters = typed.replaceAll(' ', '').length;
  const most = maxTypos(letters < MIN_MISSPELT ? letters : letters + more);
  return most > 0 && name.length <= typed.length + most && countEditsToPrefix(typed, name, most) <= most;
}
