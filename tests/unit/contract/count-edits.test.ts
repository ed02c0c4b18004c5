import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countEdits, countEditsToPrefix, maxTypos } from '#contract/count-edits.ts';

const LETTERS = ['a', 'b', 'c'];

/** All words that one edit makes from another. */
function slip(word: string): string[] {
  const at = Array.from({ length: word.length + 1 }, (_, index) => index);
  return at.flatMap((i) => [
    ...LETTERS.map((letter) => word.slice(0, i) + letter + word.slice(i)),
    ...(i < word.length ? [word.slice(0, i) + word.slice(i + 1)] : []),
    ...(i < word.length ? LETTERS.map((letter) => word.slice(0, i) + letter + word.slice(i + 1)) : []),
    ...(i + 1 < word.length ? [word.slice(0, i) + word[i + 1]! + word[i]! + word.slice(i + 2)] : []),
  ]);
}

const word = fc.stringMatching(/^[abc]{1,5}$/);

describe('Typos between typed text and the start of a name', () => {
  it('there are none for an exact start', () => {
    fc.assert(fc.property(word, word, (typed, rest) => countEditsToPrefix(typed, typed + rest, 2) === 0));
  });

  it('there is one for exactly the words that one typo produces', () => {
    fc.assert(
      fc.property(word, word, (typed, name) => {
        const beginnings = Array.from({ length: name.length + 1 }, (_, end) => name.slice(0, end));
        const reached = slip(typed);
        const expected = name.startsWith(typed)
          ? 0
          : beginnings.some((one) => reached.includes(one))
            ? 1
            : Infinity;
        expect(countEditsToPrefix(typed, name, 1)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['warzsawa', 'warszawa', 1],
    ['krakw', 'krakow', 1],
    ['wroclaaw', 'wroclaw', 1],
    ['muenchn', 'munchen', 2],
    ['gdynia', 'gdansk', Infinity],
    ['berlin', '', Infinity],
  ])('counted to the best prefix: %s and %s', (typed, name, edits) => {
    expect(countEditsToPrefix(typed, name, 2)).toBe(edits);
  });

  it.each([
    ['PROT', 'PORT', 1],
    ['PORT', 'PORTS', 1],
    ['URL', 'PUBLIC_URL', 7],
    ['', 'PORT', 4],
    ['PORT', '', 4],
  ])('counted to the whole name: %s and %s', (typed, name, edits) => {
    expect(countEdits(typed, name).at(-1)).toBe(edits);
  });

  it('one is tolerated from four letters on, two from eight', () => {
    expect([3, 4, 7, 8].map(maxTypos)).toEqual([0, 1, 1, 2]);
  });
});
