import { foldName } from '#network/snapshot-format/fold.ts';
import type { RowContext } from './check-row.ts';
import type { ImportRecord } from './import-record.ts';
import { isLastNameFirst, readUnit } from './guess-by-name.ts';
import { readWeightColumn } from './weight-column.ts';

/** Names of a second line of the address, which may have anything in it. */
const SECOND_LINE =
  /\b(?:2|line|zeile|zusatz|adresszusatz|complement|additional|extra|dodatkowe|linia|toevoeging)\b|address2|street2|line2/;

const nameOf = ({ columns, header }: Pick<ImportRecord, 'columns' | 'header'>, field: string) =>
  header[columns.findIndex((each) => each === field)] ?? '';

/** The texts of the column of weights. */
export const listWeights = ({ columns, rows }: Pick<ImportRecord, 'columns' | 'rows'>): string[] => {
  const at = columns.indexOf('weight');
  return at < 0 ? [] : rows.map(({ cells, edits }) => edits['weight'] ?? cells[at] ?? '');
};

/** Whether nothing says in which unit the column of weights is, and its numbers are as large as grams. */
export const mayBeGrams = (record: ImportRecord): boolean =>
  record.columns.includes('weight') &&
  record.units['weight'] === undefined &&
  readUnit(nameOf(record, 'weight')) === '' &&
  readWeightColumn(listWeights(record)).mayBeGrams;

/** Collects what all rows of an import have in common for their check. */
export function createRowContext(
  record: ImportRecord,
  given: Pick<RowContext, 'from' | 'readPhone' | 'pointOf' | 'presets'>,
): RowContext {
  const named = record.columns.flatMap((field, at) =>
    field === null ? [] : [[field, readUnit(record.header[at] ?? '')] as const],
  );
  return {
    ...given,
    defaults: record.defaults,
    units: { ...Object.fromEntries(named.filter(([, unit]) => unit !== '')), ...record.units },
    groupSign: readWeightColumn(listWeights(record)).groupSign,
    isLastNameFirst: isLastNameFirst(nameOf(record, 'fullName')),
    hasSecondLine: SECOND_LINE.test(foldName(nameOf(record, 'flatNumber'))),
  };
}
