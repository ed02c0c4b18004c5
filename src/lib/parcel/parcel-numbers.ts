import { MAX_PARCELS, PARCEL_NUMBER } from '../contract/parcel-number.ts';

/** Numbers in a text, as people paste them: between commas, semicolons or lines, with spaces inside. Each once. */
export function readNumbers(text: string): string[] {
  const numbers = text.split(/[,;\n]+/).map((number) => number.replaceAll(/\s/g, ''));
  return [...new Set(numbers.filter((number) => number !== ''))];
}

/** What is wrong with numbers that somebody entered; null: nothing. */
export type NumbersProblem = { kind: 'missing' } | { kind: 'wrong'; number: string } | { kind: 'too-many' };

export function findProblem(numbers: readonly string[]): NumbersProblem | null {
  if (numbers.length === 0) return { kind: 'missing' };
  const wrong = numbers.find((number) => !PARCEL_NUMBER.test(number));
  if (wrong !== undefined) return { kind: 'wrong', number: wrong };
  return numbers.length > MAX_PARCELS ? { kind: 'too-many' } : null;
}

/**
 * Moves numbers of a query, as in mails of other shops, into the fragment, which browsers send to no server: before the page requests
 * anything. Leaves no entry in the history.
 */
export function hideNumbers(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  history: Pick<History, 'replaceState' | 'state'>,
): void {
  const numbers = new URLSearchParams(search).getAll('number');
  if (numbers.length > 0) history.replaceState(history.state, '', pathname + writeFragment(numbers));
}

/** The numbers in an address's fragment, at most as many as are told at once. */
export const numbersIn = ({ hash }: Pick<Location, 'hash'>): string[] =>
  readNumbers(decode(hash.slice(1))).slice(0, MAX_PARCELS);

export const writeFragment = (numbers: readonly string[]): string =>
  `#${numbers.map((number) => encodeURIComponent(number)).join(',')}`;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
