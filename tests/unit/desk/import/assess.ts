import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPhoneReader } from '#contract/phone.ts';
import { checkRow, type CheckedRow } from '../../../../src/lib/desk/import/check-row.ts';
import { findHolds } from '../../../../src/lib/desk/import/find-holds.ts';
import { createImport, textsOf, type ImportRecord } from '../../../../src/lib/desk/import/import-record.ts';
import { computeRowState, type RowState } from '../../../../src/lib/desk/import/make-drafts.ts';
import { listOrderLines } from '../../../../src/lib/desk/import/order-lines.ts';
import { listOrderWeights } from '../../../../src/lib/desk/import/order-weights.ts';
import type { Preset } from '../../../../src/lib/desk/import/presets.ts';
import { readBytes } from '../../../../src/lib/desk/import/read-source.ts';
import { createRowContext } from '../../../../src/lib/desk/import/row-context.ts';
import type { PointFact } from '../../../../src/lib/desk/point-facts.ts';
import type { Desk } from '../../../../src/lib/desk/desk.svelte.ts';
import { openDesk } from '../fake-desk.ts';
import { IDA } from '../people.ts';

/** A row after the whole import, as it would be sent. */
export interface AssessedRow extends CheckedRow {
  state: RowState;
  cells: readonly string[];
}

export interface Assessment {
  record: ImportRecord;
  rows: AssessedRow[];
}

/** Points that exist, except those with X in their number; all are lockers. */
export const findPoint = (id: string): PointFact =>
  /^(?:PL|DE)_(?!XXX)[A-Z\d]+$/.test(id)
    ? { state: 'takes', name: id, country: id.slice(0, 2), suggestedId: '', isLocker: true }
    : { state: 'gone', name: '', country: '', suggestedId: '', isLocker: null };

const reading = createPhoneReader();

/** Takes a file's bytes through the whole import, with nothing touched. */
export async function assess(
  bytes: Uint8Array,
  language = 'en',
  desk?: Desk,
  presets: readonly Preset[] = [],
): Promise<Assessment> {
  const table = await readBytes(bytes, language);
  if (typeof table === 'string') throw new Error(table);
  const record = await createImport(desk ?? (await openDesk()), table, {
    name: '',
    encoding: null,
    nowMs: 0,
  });
  const context = createRowContext(record, {
    from: { sender: IDA, origin: { countryCode: 'PL', shippingMethod: 'ANY_POINT' } },
    readPhone: await reading,
    pointOf: findPoint,
    presets,
  });
  const lines = listOrderLines(record);
  const weights = listOrderWeights(record);
  const checked = record.rows.map((row, at) =>
    checkRow(textsOf(record, row), context, lines[at], weights[at]),
  );
  const holds = findHolds(checked, []);
  const rows = record.rows.map((row, at) => ({
    ...checked[at]!,
    cells: row.cells,
    state: computeRowState(row, checked[at]!, null, holds.get(at)?.hold),
  }));
  return { record, rows };
}

export const readExport = (name: string): Uint8Array =>
  readFileSync(join(import.meta.dirname, 'exports', name));
