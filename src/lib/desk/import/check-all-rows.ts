import { inSlices } from '#async/in-slices.ts';
import { checkRow, type CheckedRow, type RowContext } from './check-row.ts';
import { textsOf, type ImportRecord } from './import-record.ts';
import { listOrderLines } from './order-lines.ts';
import { listOrderWeights } from './order-weights.ts';

/**
 * How long rows are checked before the page handles input again, in milliseconds. Long slices, because
 * the user waits for the whole check.
 */
const SLICE_MS = 40;

/** Checks all rows of an import, in slices, between which the page handles input. */
export async function checkAllRows(record: ImportRecord, context: RowContext): Promise<CheckedRow[]> {
  const contents = listOrderLines(record);
  const weights = listOrderWeights(record);
  const checked: CheckedRow[] = [];
  await inSlices(
    (function* () {
      for (const [at, row] of record.rows.entries()) {
        checked.push(checkRow(textsOf(record, row), context, contents[at], weights[at]));
        yield;
      }
    })(),
    SLICE_MS,
  );
  return checked;
}
