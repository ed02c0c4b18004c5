import { foldName } from '#network/snapshot-format/fold.ts';
import { ADDRESS_FIELDS, PERSON_FIELDS, type ImportField } from './fields.ts';
import { guessByForm } from './guess-by-form.ts';
import {
  CONFIDENCE,
  guessByName,
  guessField,
  isBillingColumn,
  isDeliveryAddress,
  isPersonColumn,
  isPointColumn,
  isSecondHouseNumber,
  isSendersColumn,
  type Guess,
} from './guess-by-name.ts';
import { isInSeveralColumns } from './joined-columns.ts';
import { isNoName, isOrderName } from './name-cells.ts';
import { listPointIds } from './point-cells.ts';
import { isProductList } from './read-products.ts';
import { findUnusedColumns } from './unused-columns.ts';
import { readWeightRole } from './weight-role.ts';

/** Added if cells contain ids of points, which are more reliable than any column name. */
const ID_BONUS = 5;

/** Fields of free text, in which shops write the point of some orders. */
const TEXT_FIELDS: readonly ImportField[] = [
  'fullName',
  'firstName',
  'lastName',
  'companyName',
  'street',
  'houseNumber',
  'flatNumber',
  'city',
  'product',
];

/** Number of cells that are enough to recognise a column. */
const SAMPLE = 200;

/**
 * Guesses a column's field by its name and its cells.
 * @param cells non-empty cells
 * @param isNamed whether the table has names of columns
 * @param hasPointColumn whether the table has a column of points
 */
function guessByCells(
  name: string,
  cells: readonly string[],
  { isNamed, hasPointColumn }: { isNamed: boolean; hasPointColumn: boolean },
): Guess | null {
  const named = guessByName(name);
  if (isSendersColumn(name)) return null;
  const most = (isSo: (cell: string) => boolean) =>
    cells.length > 0 && cells.slice(0, SAMPLE).filter(isSo).length * 2 > Math.min(cells.length, SAMPLE);
  const hasIds = cells.some((cell) => listPointIds(cell).length > 0);
  if (named?.field === 'pointId') return hasIds ? { ...named, weight: named.weight + ID_BONUS } : named;
  // An order number may look like a point's id, and one id among weights is in the wrong cell.
  const mayHaveId = named === null || (!hasPointColumn && TEXT_FIELDS.includes(named.field));
  if (hasIds && (mayHaveId || (named.field !== 'reference' && most((cell) => listPointIds(cell).length > 0))))
    return { field: 'pointId', weight: CONFIDENCE.named + 1 };
  if (named === null && most(isProductList)) return { field: 'product', weight: CONFIDENCE.weak };
  if (named === null) {
    const field = isBillingColumn(name) ? null : guessByForm(cells.slice(0, SAMPLE), isNamed);
    return field === null ? null : { field, weight: CONFIDENCE.weak };
  }
  // "Weight unit"
  if (named.field === 'weight' && cells.length > 0 && cells.every(isUnit)) return null;
  if (isOfGoods(named.field, cells)) return null;
  // "Lieferadresse" may say which address it is, or how the order is sent.
  if (
    named.field === 'street' &&
    isDeliveryAddress(name) &&
    cells.length > 0 &&
    !most((cell) => /\d/.test(cell))
  )
    return null;
  if (!PERSON_FIELDS.includes(named.field) || !most(isNoName)) return named;
  return most(isOrderName) ? { field: 'reference', weight: CONFIDENCE.buyer } : null;
}

/** "kg", "grams" */
const isUnit = (cell: string) => /^\p{L}{1,12}\.?$/u.test(cell.trim());

/** Sizes of clothes, of which S, M and L are also sizes of parcels. */
const CLOTHES = /^(?:X+[SL]|\d+XL|[3-5]\d)$/i;
/** Units in which goods are counted. */
const PIECES = /^(?:pcs?|pieces?|szt|sztuka|stk|stück|ks|ea|each|шт)\.?$/i;

/** Whether the cells of a column are about the goods: "Size" of clothes, "Unit" of pieces, "Item #" of a product. */
function isOfGoods(field: ImportField, cells: readonly string[]): boolean {
  const texts = cells.map((cell) => cell.trim());
  if (field === 'size') return texts.some((text) => CLOTHES.test(text));
  if (field === 'flatNumber') return texts.length > 0 && texts.every((text) => PIECES.test(text));
  return field === 'product' && texts.length > 0 && texts.every((text) => /^\d{1,3}$/.test(text));
}

/** Fields that belong together. The buyer's are ignored if the recipient has any of the group. */
const FIELD_GROUPS = [PERSON_FIELDS, ADDRESS_FIELDS];
/** Fields of which every address has one, so that two columns of different persons mean two addresses. */
const OF_EVERY_ADDRESS: readonly ImportField[] = ['street', 'city', 'postalCode'];

type Guesses = readonly (Guess | null)[];

/** Guesses all columns, before the best column of each field is chosen. @param rows without the header */
export function guessColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): (Guess | null)[] {
  const isNamed = header.some((name) => name !== '');
  const hasPointColumn = header.some(
    (name, at) => isPointColumn(name) && rows.some((row) => listPointIds(row[at] ?? '').length > 0),
  );
  const guesses = header.map((name, at) => {
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell.trim() !== '');
    return guessByCells(name, cells, { isNamed, hasPointColumn });
  });
  const own = guesses.map((guess) => (isBuyersBesideRecipient(guess, guesses) ? null : guess));
  const name = chooseName(header, own);
  const address = findOtherAddress(own);
  return own.map((guess, at) => {
    if (guess === null) return null;
    if (name !== null && PERSON_FIELDS.includes(guess.field)) return name.includes(at) ? guess : null;
    return address !== null && guess.weight < address && isOfAddress(guess) ? null : guess;
  });
}

/** The only country of a table is also the recipient's. */
const isOfAddress = ({ field }: Guess) => field !== 'country' && ADDRESS_FIELDS.includes(field);

function isBuyersBesideRecipient(guess: Guess | null, guesses: Guesses): boolean {
  const group = guess === null ? undefined : FIELD_GROUPS.find((fields) => fields.includes(guess.field));
  if (guess === null || group === undefined || guess.weight > CONFIDENCE.buyer) return false;
  return guesses.some(
    (other) => other !== null && other.weight > CONFIDENCE.buyer && group.includes(other.field),
  );
}

/**
 * Chooses between a column of full names and two of first and last names, which may be of another person: the
 * recipient's own, else the two, which are more exact.
 * @returns indexes of the columns to use; null: all of them
 */
function chooseName(header: readonly string[], guesses: Guesses): number[] | null {
  const find = (field: ImportField) =>
    guesses.flatMap((guess, at) => (guess?.field === field ? [{ at, weight: guess.weight }] : []));
  const best = (columns: readonly { weight: number }[]) => Math.max(...columns.map(({ weight }) => weight));
  const [full, first, last] = [find('fullName'), find('firstName'), find('lastName')];
  if (full.length === 0 || first.length === 0 || last.length === 0) return null;
  const parts = Math.min(best(first), best(last));
  const isOwn = full.some(({ at, weight }) => weight === parts && isPersonColumn(header[at]!));
  const chosen = best(full) > parts || (best(full) === parts && isOwn) ? full : [...first, ...last];
  return chosen.map(({ at }) => at);
}

/**
 * Whether a table has two addresses, of which one is the recipient's: "Street, House number" and "Shipping
 * street".
 * @returns the weight below which columns belong to the other one; null: there is only one
 */
function findOtherAddress(guesses: Guesses): number | null {
  const isDouble = OF_EVERY_ADDRESS.some((field) => {
    const weights = guesses.flatMap((guess) => (guess?.field === field ? [guess.weight] : []));
    return weights.includes(CONFIDENCE.recipient) && weights.some((each) => each < CONFIDENCE.recipient);
  });
  return isDouble ? CONFIDENCE.recipient : null;
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
    if (isSecondHouseNumber(header[at]!) && guesses[at - 1]?.field === 'houseNumber') return own.field;
    const beaten = guesses.some(
      (other, place) =>
        other?.field === own.field &&
        (other.weight > own.weight ||
          (other.weight === own.weight && place < at && !isInSeveralColumns(own.field))),
    );
    return beaten ? null : own.field;
  });
  // Without products, it may be the number of anything.
  const hasProducts =
    columns.includes('product') ||
    columns.includes('sku') ||
    readWeightRole(header[columns.indexOf('weight')] ?? '') === 'piece';
  return columns.map((field, at) => {
    if (field === 'quantity' && !hasProducts) return null;
    if (isHouseBeside(header, columns, rows, at)) return 'houseNumber';
    if (isFlatBeside(columns, rows, at)) return 'flatNumber';
    return isLoneName(columns, field) && hasFullNames(rows, at) ? 'fullName' : field;
  });
}

/** Names of a column that is the house's number behind a street's: "Ulica", "Nr". */
const NUMBER_NAME = /^(?:nr|no|n|num|numer|nummer|number|numero|cislo|номер)$/;

function isHouseBeside(
  header: readonly string[],
  columns: readonly (ImportField | null)[],
  rows: readonly (readonly string[])[],
  at: number,
): boolean {
  if (columns[at - 1] !== 'street' || columns.includes('houseNumber')) return false;
  if (columns[at] !== null || !NUMBER_NAME.test(foldName(header[at]!))) return false;
  const cells = rows.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== '');
  return cells.length > 0 && cells.every((cell) => /^\d{1,5}(?!\d)/.test(cell));
}

/** "A", "bus 3": behind a house's number they belong to it, whatever their column is called. */
const ADDITION = /^(?:\p{L}|(?:bus|bte|bis|ter|app|apt|lok|m)\.? ?\d{0,4}\p{L}?)$/iu;

function isFlatBeside(
  columns: readonly (ImportField | null)[],
  rows: readonly (readonly string[])[],
  at: number,
): boolean {
  if (columns[at - 1] !== 'houseNumber' || columns[at] !== null || columns.includes('flatNumber'))
    return false;
  const cells = rows.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== '');
  return cells.length > 0 && cells.every((cell) => ADDITION.test(cell));
}

/** "Nom", "Jméno": without a column for the other part of the name, it may be both. */
const isLoneName = (columns: readonly (ImportField | null)[], field: ImportField | null) =>
  (field === 'firstName' || field === 'lastName') &&
  columns.filter((each) => each !== null && PERSON_FIELDS.includes(each)).length === 1;

function hasFullNames(rows: readonly (readonly string[])[], at: number): boolean {
  const cells = rows.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== '');
  return cells.filter((cell) => /\p{L}\.?\s+\p{L}/u.test(cell)).length * 2 > cells.length;
}

/**
 * Fields that fall back to another column if their own cell is empty, because the bill's phone number is
 * better than none.
 */
const FALLBACK_FIELDS: readonly ImportField[] = ['email', 'phone'];

/** Finds for each unused column the field that it fills if the field's own cell is empty. */
export const findFallbacks = findUnusedColumns(guessField, FALLBACK_FIELDS);

/**
 * Whether a row is a header: it contains a known column name, and nothing that only a parcel has (an
 * e-mail address, a number).
 */
export function isHeader(row: readonly string[]): boolean {
  if (row.some((cell) => /@|^[+\d\s()/-]{6,}$/.test(cell.trim()))) return false;
  return row.some((cell) => guessField(cell) !== null);
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
    .map((row) => (isHeader(row) ? row.filter((cell) => guessField(cell) !== null).length : 0));
  const most = names.indexOf(Math.max(...names));
  if (most > 0 && names[most]! >= NAMED_COLUMNS) return most;
  return (names[0] ?? 0) > 0 ? 0 : -1;
}

/** Key by which a header is recognised again: the same columns in the same order. */
export const nameHeader = (header: readonly string[]): string => header.map(foldName).join('|');
