import type { ImportField } from './fields.ts';
import type { RowCode } from './row-sentences.ts';

/** `doubt`: the row is sent only if the user says so. */
type Level = 'error' | 'doubt' | 'warning';

/** Adds a problem of a cell to those of its row. */
export type ReportProblem = (field: ImportField, code: RowCode, detail?: string, level?: Level) => unknown;
