/** How many typos to tolerate in a word of this length. Short words are similar to too many others. */
export function maxTypos(letters: number): 0 | 1 | 2 {
  if (letters < 4) return 0;
  return letters < 8 ? 1 : 2;
}

/**
 * Counts the minimum number of typos between the typed text and a prefix of a name.
 * @param most stop counting above this number
 * @returns Infinity above the maximum
 */
export function countEditsToPrefix(typed: string, name: string, most: number): number {
  // Skip names that are too short for the text: this saves a third of the time.
  if (name.length < typed.length - most) return Infinity;
  return Math.min(...countEdits(typed, name.slice(0, typed.length + most), most));
}

/**
 * Counts the typos (an extra, missing or replaced letter, or two neighbouring letters swapped) between the
 * typed text and each prefix of a name, from the empty prefix to the whole name.
 * @returns one number per prefix; empty if all are above `most`
 */
export function countEdits(typed: string, name: string, most = Infinity): readonly number[] {
  // Reuse three rows instead of allocating one per letter: thousands of names are compared while a
  // shopper types.
  let [older, before, row]: [number[], number[], number[]] = [[], [], []];
  for (let j = 0; j <= name.length; j++) row[j] = j;
  for (let i = 1; i <= typed.length; i++) {
    [older, before, row] = [before, row, older];
    let least = (row[0] = i);
    for (let j = 1; j <= name.length; j++) {
      // A prefix whose length differs by more than `most` has more typos.
      if (Math.abs(i - j) > most) {
        row[j] = Infinity;
        continue;
      }
      const same = typed[i - 1] === name[j - 1];
      let edits = Math.min(before[j - 1]! + (same ? 0 : 1), before[j]! + 1, row[j - 1]! + 1);
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === name[j - 2] && typed[i - 2] === name[j - 1];
      if (isSwapped) edits = Math.min(edits, older[j - 2]! + 1);
      row[j] = edits;
      if (edits < least) least = edits;
    }
    if (least > most) return [];
  }
  return row;
}
