import { foldName } from '#network/snapshot-format/fold.ts';
import {
  BILLING_WORDS,
  BUYER_NAMES,
  BUYER_WORDS,
  COLUMN_NAMES,
  DELIVERY_WORDS,
  LAST_NAME_FIRST,
  PERSON_WORDS,
  SENDER_WORDS,
  WEAK_NUMBERS,
} from './column-names.ts';
import { IMPORT_FIELDS, type ImportField } from './fields.ts';
import { isNoName, isOrderName } from './name-cells.ts';
import { listPointIds } from './point-cells.ts';
import { isProductList } from './read-products.ts';

const listWords = (words: string) => words.split(', ').map(foldName);
const setOf = (words: string): ReadonlySet<string> => new Set(listWords(words));
const FIELD_OF = new Map(
  IMPORT_FIELDS.flatMap((field) => listWords(COLUMN_NAMES[field]).map((name) => [name, field] as const)),
);
const PERSON = setOf(PERSON_WORDS);
const RECIPIENT = new Set([...PERSON, ...setOf(DELIVERY_WORDS)]);
const BUYER = setOf(BUYER_WORDS);
const BUYER_NAME = setOf(BUYER_NAMES);
const BILLING = setOf(BILLING_WORDS);
const SENDER = setOf(SENDER_WORDS);
const WEAK = setOf(WEAK_NUMBERS);
const LAST_FIRST = setOf(LAST_NAME_FIRST);

/** Units after a column's name: "Weight (kg)". */
const UNIT = / (kg|g|dag|mm|cm|m|pln|eur|czk|gbp|uah)$/;
/** The number of the first of several products: "Item #1 name". */
const FIRST_PRODUCT = / 1(?= |$)/;
/** A word for an id next to a point's name: "paczkomat_id". */
const POINT_ID_WORD = /^(?:id|kod|code|nr|numer|number|nummer) | (?:id|kod|code|nr|numer|number|nummer)$/;

/** The unit in a column's name, in lower case; empty: none. */
export const readUnit = (name: string): string => UNIT.exec(` ${foldName(splitCase(name))}`)?.[1] ?? '';

/** Whether a column of full names has the last name first. */
export const isLastNameFirst = (name: string): boolean => {
  const folded = foldName(splitCase(name));
  return [...LAST_FIRST].some(
    (words) => folded === words || folded.endsWith(` ${words}`) || folded.startsWith(`${words} `),
  );
};

/**
 * Confidence in a column by the words in its name. The person that it belongs to counts more than its
 * name.
 */
const CONFIDENCE = { bill: 0.5, buyer: 2, weak: 1, named: 3, recipient: 5 } as const;
/** Added if cells contain ids of points, which are more reliable than any column name. */
const ID_BONUS = 5;

export interface Guess {
  field: ImportField;
  /** Higher for the recipient's own column. */
  weight: number;
}

/** `shippingCity` and `Nº pedido` as words. */
const splitCase = (name: string) => name.replaceAll('º', 'o').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');

/** Guesses a column's field by its name. */
function guess(name: string): Guess | null {
  const folded = foldName(splitCase(name)).replace(UNIT, '');
  if (folded === '') return null;
  const words = folded.split(' ');
  if (words.some((word) => SENDER.has(word))) return null;
  if (words.some((word) => BILLING.has(word))) {
    const field = fieldBeside(words, BILLING);
    return field === 'email' || field === 'phone' ? { field, weight: CONFIDENCE.bill } : null;
  }
  const own = FIELD_OF.get(folded) ?? fieldOfPoint(folded);
  if (own !== undefined) return { field: own, weight: WEAK.has(folded) ? CONFIDENCE.weak : CONFIDENCE.named };
  if (PERSON.has(folded)) return { field: 'fullName', weight: CONFIDENCE.named };
  if (BUYER.has(folded)) return { field: 'fullName', weight: CONFIDENCE.weak };
  if (BUYER_NAME.has(folded)) return { field: 'fullName', weight: CONFIDENCE.buyer };
  const first = FIELD_OF.get(folded.replace(FIRST_PRODUCT, ''));
  if (first === 'product' || first === 'quantity' || first === 'sku')
    return { field: first, weight: CONFIDENCE.weak };
  const field = fieldBeside(words, RECIPIENT);
  if (field !== undefined) return { field, weight: CONFIDENCE.recipient };
  const bought = fieldBeside(words, BUYER);
  return bought === undefined ? null : { field: bought, weight: CONFIDENCE.buyer };
}

/** The field that a column's name alone suggests; null: none. */
export const guessField = (name: string): ImportField | null => guess(name)?.field ?? null;

function fieldOfPoint(folded: string): 'pointId' | undefined {
  return FIELD_OF.get(folded.replace(POINT_ID_WORD, '')) === 'pointId' ? 'pointId' : undefined;
}

/** Finds the field whose name stands before or after words for a person. */
function fieldBeside(words: readonly string[], persons: ReadonlySet<string>): ImportField | undefined {
  for (let length = words.length - 1; length > 0; length--) {
    for (const [some, rest] of [
      [words.slice(0, length), words.slice(length)],
      [words.slice(-length), words.slice(0, -length)],
    ] as const) {
      if (!persons.has(some.join(' '))) continue;
      const field = FIELD_OF.get(rest.join(' ')) ?? fieldOfPoint(rest.join(' '));
      if (field !== undefined) return field;
    }
  }
  return undefined;
}

/** Number of cells that are enough to recognise a column. */
const SAMPLE = 200;
const NAMES: readonly ImportField[] = ['fullName', 'firstName', 'lastName'];

/** Guesses a column's field by its name and its cells. @param cells non-empty cells */
function guessByCells(name: string, cells: readonly string[]): Guess | null {
  const named = guess(name);
  if (
    foldName(splitCase(name))
      .split(' ')
      .some((word) => SENDER.has(word))
  )
    return null;
  const most = (isSo: (cell: string) => boolean) =>
    cells.length > 0 && cells.slice(0, SAMPLE).filter(isSo).length * 2 > Math.min(cells.length, SAMPLE);
  const hasIds = cells.some((cell) => listPointIds(cell).length > 0);
  if (named?.field === 'pointId') return hasIds ? { ...named, weight: named.weight + ID_BONUS } : named;
  // An order number may look like a point's id.
  if (hasIds && named?.field !== 'reference') return { field: 'pointId', weight: CONFIDENCE.named + 1 };
  if (named === null && most(isProductList)) return { field: 'product', weight: CONFIDENCE.weak };
  if (named === null || !NAMES.includes(named.field) || !most(isNoName)) return named;
  return most(isOrderName) ? { field: 'reference', weight: CONFIDENCE.buyer } : null;
}

/** Fields that belong together. The buyer's are ignored if the recipient has any of the group. */
const FIELD_GROUPS: readonly (readonly ImportField[])[] = [
  NAMES,
  ['street', 'houseNumber', 'flatNumber', 'postalCode', 'city', 'country'],
];

/** Guesses all columns, before the best column of each field is chosen. @param rows without the header */
export function guessColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): (Guess | null)[] {
  const guesses = header.map((name, at) =>
    guessByCells(
      name,
      rows.map((row) => row[at] ?? '').filter((cell) => cell.trim() !== ''),
    ),
  );
  return guesses.map((own) => {
    const group = own === null ? undefined : FIELD_GROUPS.find((fields) => fields.includes(own.field));
    if (own === null || group === undefined || own.weight > CONFIDENCE.buyer) return own;
    const isBeaten = guesses.some(
      (other) => other !== null && other.weight > CONFIDENCE.buyer && group.includes(other.field),
    );
    return isBeaten ? null : own;
  });
}

/**
 * Matches columns to fields by their names, in any of ten languages, and by their cells.
 * @param rows without the header
 * @returns the field of each column; null: not recognised, or another column fits the field better
 */
export function matchColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[] = [],
): (ImportField | null)[] {
  const guesses = guessColumns(header, rows);
  const columns = guesses.map((own, at) => {
    if (own === null) return null;
    const beaten = guesses.some(
      (other, place) =>
        other?.field === own.field &&
        (other.weight > own.weight || (other.weight === own.weight && place < at)),
    );
    return beaten ? null : own.field;
  });
  // Without products, it may be the number of anything.
  const hasProducts = columns.includes('product') || columns.includes('sku');
  return hasProducts ? columns : columns.map((field) => (field === 'quantity' ? null : field));
}

/**
 * Fields that fall back to another column if their own cell is empty, because the bill's phone number is
 * better than none.
 */
const FALLBACK_FIELDS: readonly ImportField[] = ['email', 'phone'];
const FALLBACKS = new WeakMap<readonly (ImportField | null)[], readonly (ImportField | null)[]>();

/** Finds for each unused column the field that it fills if the field's own cell is empty. */
export function findFallbacks(
  header: readonly string[],
  columns: readonly (ImportField | null)[],
): readonly (ImportField | null)[] {
  const cached = FALLBACKS.get(columns);
  if (cached !== undefined) return cached;
  const found = header.map((name, at) => {
    const field = columns[at] === null ? (guess(name)?.field ?? null) : null;
    return field !== null && FALLBACK_FIELDS.includes(field) ? field : null;
  });
  FALLBACKS.set(columns, found);
  return found;
}

/**
 * Whether a column's name says that it contains only points. In any other, a cell may contain more text.
 */
export const isPointColumn = (name: string): boolean => guess(name)?.field === 'pointId';

/**
 * Whether a row is a header: it contains a known column name, and nothing that only a parcel has (an
 * e-mail address, a number).
 */
export function isHeader(row: readonly string[]): boolean {
  if (row.some((cell) => /@|^[+\d\s()/-]{6,}$/.test(cell.trim()))) return false;
  return row.some((cell) => guess(cell) !== null);
}

/** Rows in which a header is looked for: titles, or a row of groups, may be above it. */
const HEADER_ROWS = 6;
/** Names of columns that a header below other rows has at least. */
const NAMED_COLUMNS = 3;

/**
 * Finds the header: the first row, or one below that has more names of columns.
 * @returns its index; -1: there is none
 */
export function findHeader(rows: readonly (readonly string[])[]): number {
  const names = rows
    .slice(0, HEADER_ROWS)
    .map((row) => (isHeader(row) ? row.filter((cell) => guess(cell) !== null).length : 0));
  const most = names.indexOf(Math.max(...names));
  if (most > 0 && names[most]! >= NAMED_COLUMNS) return most;
  return (names[0] ?? 0) > 0 ? 0 : -1;
}

/** Key by which a header is recognised again: the same columns in the same order. */
export const nameHeader = (header: readonly string[]): string => header.map(foldName).join('|');
