import { foldName } from '../snapshot-format/fold.ts';
import { splitParts } from './read-address.ts';

/** An address without the country that it may name. */
export interface CountryReading {
  country: string;
  rest: string;
}

/** Names of more words ("United Kingdom of …") nobody types. */
const MAX_WORDS = 3;
/** The letters that stood on cars and, until the eighties, before postcodes; people still write them. */
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
 * Reads the country that an address ends with (or begins with, or has before its postcode): its name in one of the languages that the
 * network knows, or its code ("75001 Paris FR", "10115 Berlin, Deutschland", "D-10115 Berlin").
 * @param names ISO codes of the network's countries, by folded name
 * @returns null where there is none, or nothing beside it
 */
export function readCountry(text: string, names: ReadonlyMap<string, string>): CountryReading | null {
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
    for (const [part, keep] of [
      [words.slice(-length), words.length - length],
      [words.slice(0, length), -(words.length - length)],
    ] as const) {
      const country = name(part);
      if (country !== undefined) return { country, rest: joinParts(parts, keep) };
    }
  }
  return null;
}

/** @param keep so many words of the beginning; of the end where it is negative */
function joinParts(parts: readonly (readonly string[])[], keep: number): string {
  const amount = parts.flat().length;
  let at = 0;
  return parts
    .map((words) =>
      words
        .filter(() => {
          const place = at++;
          return keep > 0 ? place < keep : place >= amount + keep;
        })
        .join(' '),
    )
    .filter((part) => part !== '')
    .join(', ');
}
