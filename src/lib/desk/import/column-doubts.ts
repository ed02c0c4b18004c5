import { foldName } from '../../snapshot-format/fold.ts';
import type { ImportField } from './fields.ts';
import type { ImportRecord } from './import-record.ts';
import { guessColumns, type Guess } from './match-columns.ts';
import { listPointIds } from './point-cells.ts';

/** Two columns may be the same thing, and they don't say the same. A person is asked. */
export interface ColumnDoubt {
  field: ImportField;
  /** Places of the columns that may be it; the first is what is taken now, unless none is. */
  columns: readonly number[];
}

/** Where a parcel goes, and to whom. */
const DOUBTED: readonly ImportField[] = ['fullName', 'firstName', 'lastName', 'pointId', 'street', 'city'];

/** Cells of a table never change, only what is written over them. */
const GUESSES = new WeakMap<readonly string[], readonly (Guess | null)[]>();

/** Columns that are as good as those that are taken, unless somebody has said which are meant. */
export function findDoubts({ header, rows, columns, settled }: ImportRecord): ColumnDoubt[] {
  const cells = rows.map((row) => row.cells);
  const guesses = GUESSES.get(header) ?? guessColumns(header, cells);
  GUESSES.set(header, guesses);
  return DOUBTED.filter((field) => !settled.includes(field)).flatMap((field) => {
    const taken = columns.indexOf(field);
    const own = guesses[taken];
    const isEqual = (at: number) => own?.field === field && guesses[at]!.weight === own.weight;
    // Without a column of its own, an address beside it is taken, so that a point must not be overlooked.
    const isOverlooked = (at: number) =>
      field === 'pointId' && cells.some((row) => hasOtherPoint(row[at] ?? '', row[taken] ?? ''));
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

const hasOtherPoint = (cell: string, taken: string) =>
  listPointIds(cell).length > 0 && !listPointIds(cell).some((id) => taken.includes(id));

/** Whether two columns say different things in a row; one may say more than the other. */
const differ = (cells: readonly (readonly string[])[], one: number, other: number) =>
  cells.some((row) => {
    const [a, b] = [foldName(row[one] ?? ''), foldName(row[other] ?? '')];
    return a !== '' && b !== '' && !a.includes(b) && !b.includes(a);
  });
