import { foldName } from '#network/snapshot-format/fold.ts';
import type { ImportField } from './fields.ts';
import type { ImportRecord } from './import-record.ts';
import type { Guess } from './guess-by-name.ts';
import { guessColumns } from './match-columns.ts';
import { listPointIds } from './point-cells.ts';

/** A field for which several columns are plausible but differ, so that the user must choose. */
export interface ColumnDoubt {
  field: ImportField;
  /** Indexes of the plausible columns. If one is in use, it comes first. */
  columns: readonly number[];
}

/** Fields that decide who receives a parcel and where. */
const QUESTIONED_FIELDS: readonly ImportField[] = [
  'fullName',
  'firstName',
  'lastName',
  'pointId',
  'street',
  'city',
];

/** Cached by header, because the cells of a table never change: edits are stored separately. */
const GUESSES = new WeakMap<readonly string[], readonly (Guess | null)[]>();

/** Finds columns that are as plausible as those in use, for fields that the user hasn't confirmed. */
export function findDoubts({ header, rows, columns, settled }: ImportRecord): ColumnDoubt[] {
  const cells = rows.map((row) => row.cells);
  const guesses = GUESSES.get(header) ?? guessColumns(header, cells);
  GUESSES.set(header, guesses);
  return QUESTIONED_FIELDS.filter((field) => !settled.includes(field)).flatMap((field) => {
    const taken = columns.indexOf(field);
    const own = guesses[taken];
    const isEqual = (at: number) => own?.field === field && guesses[at]!.weight === own.weight;
    // If no column is used for the point, the parcel goes to the address, so a column with a point must
    // not be missed.
    const isOverlooked = (at: number) =>
      field === 'pointId' && cells.some((row) => mentionsOtherPoint(row[at] ?? '', row[taken] ?? ''));
    const others = guesses.flatMap((guess, at) =>
      at !== taken &&
      columns[at] === null &&
      guess?.field === field &&
      (isOverlooked(at) || (taken >= 0 && isEqual(at) && differ(cells, taken, at)))
        ? [at]
        : [],
    );
    return others.length === 0 ? [] : [{ field, columns: taken < 0 ? others : [taken, ...others] }];
  });
}

const mentionsOtherPoint = (cell: string, taken: string) =>
  listPointIds(cell).length > 0 && !listPointIds(cell).some((id) => taken.includes(id));

/** Whether two columns contradict each other in some row. One text may contain the other. */
const differ = (cells: readonly (readonly string[])[], one: number, other: number) =>
  cells.some((row) => {
    const [a, b] = [foldName(row[one] ?? ''), foldName(row[other] ?? '')];
    return a !== '' && b !== '' && !a.includes(b) && !b.includes(a);
  });
