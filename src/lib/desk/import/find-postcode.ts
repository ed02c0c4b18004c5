import { bare, readPostcode, SHAPES } from '../postcode.ts';

/**
 * Whether a postcode isn't written as people of its country do, so that it may be another country's: "110 00"
 * or "10115" in Poland.
 * @param postcode the same in its country's format
 */
export function isForeignForm(written: string, postcode: string, country: string): boolean {
  const typed = written
    .trim()
    .toUpperCase()
    .replaceAll(/\p{Pd}/gu, '-');
  const isBare = typed === bare(postcode);
  return country === 'PL' ? isBare || /\s/.test(typed) : !isBare && signOf(typed) !== signOf(postcode);
}

const signOf = (postcode: string) => /(?<=\d)[\s-](?=\w)/.exec(postcode)?.[0] ?? '';

/** Patterns of the signs of a format. */
const SIGNS: Readonly<Record<string, string>> = {
  '9': String.raw`\d`,
  A: '[A-Z]',
  '-': String.raw`[\s\p{Pd}]?`,
};

/** A postcode within a text. */
export interface FoundPostcode {
  /** In its country's format. */
  postcode: string;
  before: string;
  after: string;
}

/**
 * Finds the last postcode in a text, if the country's format is known: "ul. Zielona 4, 00-950 Warszawa". What
 * follows it may be the town.
 * @returns null if there is none
 */
export function findPostcode(text: string, country: string): FoundPostcode | null {
  const shapes = SHAPES[country] ?? [];
  if (shapes.length === 0) return null;
  const ways = shapes.map((shape) => shape.replaceAll(/[9A\s-]/g, (sign) => SIGNS[sign] ?? SIGNS['-']!));
  const alone = String.raw`[\p{L}\p{N}-]`;
  const pattern = new RegExp(`(?<!${alone})(?:${country}-?)?(?:${ways.join('|')})(?!${alone})`, 'giu');
  const found = [...text.matchAll(pattern)].at(-1);
  const postcode = found === undefined ? null : readPostcode(found[0], country);
  if (found === undefined || postcode === null) return null;
  const after = text.slice(found.index + found[0].length);
  return { postcode, before: text.slice(0, found.index), after };
}
