import { MAX_PARCELS, PARCEL_NUMBER } from '#contract/parcel-number.ts';

/**
 * Parses numbers as people paste them: separated by commas, semicolons or lines, with spaces inside.
 * Duplicates are removed.
 */
export function parseNumbers(text: string): string[] {
  const numbers = text.split(/[,;\n]+/).map((number) => number.replaceAll(/\s/g, ''));
  return [...new Set(numbers.filter((number) => number !== ''))];
}

/** A problem with the numbers that the user entered. */
export type NumbersProblem = { kind: 'missing' } | { kind: 'wrong'; number: string } | { kind: 'too-many' };

/** @returns null if nothing is wrong */
export function findProblem(numbers: readonly string[]): NumbersProblem | null {
  if (numbers.length === 0) return { kind: 'missing' };
  const wrong = numbers.find((number) => !PARCEL_NUMBER.test(number));
  if (wrong !== undefined) return { kind: 'wrong', number: wrong };
  return numbers.length > MAX_PARCELS ? { kind: 'too-many' } : null;
}

/** The numbers in an address's fragment, at most as many as one request may have. */
export const readFragmentNumbers = ({ hash }: Pick<Location, 'hash'>): string[] =>
  parseNumbers(decode(hash.slice(1))).slice(0, MAX_PARCELS);

export const writeFragment = (numbers: readonly string[]): string =>
  `#${numbers.map((number) => encodeURIComponent(number)).join(',')}`;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
