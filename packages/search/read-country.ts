import { foldName } from '#network/snapshot-format/fold.ts';
import { splitParts } from './read-address.ts';

/** Nobody types names with more words ("United Kingdom of …"). */
const MAX_WORDS = 3;
/** Vehicle registration codes, which were written before postcodes until the 1980s; people still use them. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'AT',
  B: 'BE',
  D: 'DE',
  E: 'ES',
  F: 'FR',
  H: 'HU',
  I: 'IT',
  L: 'LU',
  P: 'PT',
  S: 'SE',
};
const BEFORE_POSTCODE = /(?<![\p{L}\p{N}])(\p{L}{1,2})-(?=\d{2})/u;

/**
 * Reads the country at the end of an address (or at its beginning, or before its postcode): its name in one of the network's languages, or
 * its code ("75001 Paris FR", "10115 Berlin, Deutschland", "D-10115 Berlin").
 * @param names ISO codes of the network's countries, by folded name
 * @returns the country and the remaining text; null if there is no country, or nothing else
 */
export function readCountry(
  text: string,
  names: ReadonlyMap<string, string>,
): { country: string; rest: string } | null {
  const codes = new Set(names.values());
  const [before, letters = ''] = BEFORE_POSTCODE.exec(text) ?? [];
  if (before !== undefined) {
    const code = letters.toUpperCase();
    const country = codes.has(code) ? code : LETTERS[code];
    if (country !== undefined && codes.has(country)) return { country, rest: text.replace(before, ' ') };
  }
  const parts = splitParts(text);
  const words = parts.flat();
  const name = (some: readonly string[]) => {
    const folded = foldName(some.join(' '));
    const code = folded.toUpperCase();
    return names.get(folded) ?? (some.length === 1 && codes.has(code) ? code : undefined);
  };
  for (let length = Math.min(MAX_WORDS, words.length - 1); length > 0; length--) {
    const atEnd = name(words.slice(-length));
    if (atEnd !== undefined) return { country: atEnd, rest: joinParts(parts, 0, words.length - length) };
    const atStart = name(words.slice(0, length));
    if (atStart !== undefined) return { country: atStart, rest: joinParts(parts, length, words.length) };
  }
  return null;
}

/** The words from position `start` to `end` (exclusive), with commas between the parts. */
function joinParts(parts: readonly (readonly string[])[], start: number, end: number): string {
  let at = -1;
  const isInRange = () => ++at >= start && at < end;
  const joined = parts.map((words) => words.filter(isInRange).join(' '));
  return joined.filter((part) => part !== '').join(', ');
}
