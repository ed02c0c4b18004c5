import { foldName } from '../../snapshot-format/fold.ts';
import { COLUMN_NAMES, OTHER_WORDS, RECIPIENT_WORDS } from './column-names.ts';
import { IMPORT_FIELDS, type ImportField } from './fields.ts';

const listWords = (words: string) => words.split(', ').map(foldName);
const FIELD_OF = new Map(
  IMPORT_FIELDS.flatMap((field) => listWords(COLUMN_NAMES[field]).map((name) => [name, field] as const)),
);
const RECIPIENT = new Set(listWords(RECIPIENT_WORDS));
const OTHER = new Set(listWords(OTHER_WORDS));

/** Units after a column's name: "Weight (kg)". */
const UNIT = / (kg|g|dag|mm|cm|m|pln|eur|czk|gbp|uah)$/;

/** The unit in a column's name, lower case; empty: none. */
export const unitOf = (name: string): string => UNIT.exec(` ${foldName(spaced(name))}`)?.[1] ?? '';

interface Guess {
  field: ImportField;
  /** Higher for the recipient's own column. */
  weight: number;
}

/** `shippingCity` and `Nº pedido` as words. */
const spaced = (name: string) => name.replaceAll('º', 'o').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');

function guess(name: string): Guess | null {
  const folded = foldName(spaced(name)).replace(UNIT, '');
  if (folded === '') return null;
  const words = folded.split(' ');
  if (words.some((word) => OTHER.has(word))) return null;
  const own = FIELD_OF.get(folded);
  if (own !== undefined) return { field: own, weight: 1 };
  if (RECIPIENT.has(folded)) return { field: 'fullName', weight: 2 };
  for (let length = words.length - 1; length > 0; length--) {
    for (const [some, rest] of [
      [words.slice(0, length), words.slice(length)],
      [words.slice(-length), words.slice(0, -length)],
    ] as const) {
      const field = RECIPIENT.has(some.join(' ')) ? FIELD_OF.get(rest.join(' ')) : undefined;
      if (field !== undefined) return { field, weight: 2 };
    }
  }
  return null;
}

/**
 * Finds what columns are by their names, in any of ten languages.
 * @returns for each column its field; null: not recognised, or another column is it more clearly
 */
export function matchColumns(header: readonly string[]): (ImportField | null)[] {
  const guesses = header.map(guess);
  return guesses.map((own, at) => {
    if (own === null) return null;
    const beaten = guesses.some(
      (other, place) =>
        other?.field === own.field &&
        (other.weight > own.weight || (other.weight === own.weight && place < at)),
    );
    return beaten ? null : own.field;
  });
}

/** Whether a table's first row has names of columns rather than a parcel: some are known, and none has what only a parcel has. */
export function isHeader(row: readonly string[]): boolean {
  if (row.some((cell) => /@|^[+\d\s()/-]{6,}$/.test(cell.trim()))) return false;
  return row.some((cell) => guess(cell) !== null);
}

/** Names a header line, to know it again: the same columns in the same order. */
export const nameHeader = (header: readonly string[]): string => header.map(foldName).join('|');
