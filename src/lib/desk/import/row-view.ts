import type { RowProblem } from './check-row.ts';
import type { ImportField } from './fields.ts';
import { HOLDS } from './find-holds.ts';
import type { RowState } from './make-drafts.ts';

/** The part of a row that the table shows. */
export interface RowView {
  /** Its index in the import. */
  at: number;
  state: RowState;
  problems: readonly RowProblem[];
  /** Whether the row is to be sent; null: this can't be changed any more. */
  tick: boolean | null;
  /** Whether its parcel is waiting to be sent. */
  isDraft: boolean;
}

/** Whether a row in this state is left out. */
export const isHold = (state: RowState): boolean => (HOLDS as readonly RowState[]).includes(state);

/** Whether the row must be corrected or confirmed. */
export const isWrong = ({ state }: RowView): boolean =>
  state === 'problem' || state === 'doubtful' || state === 'refused';

/** Whether the row needs attention: it must be corrected, or is left out for another reason than the user's wish. */
export const needsAttention = (view: RowView): boolean =>
  isWrong(view) || (isHold(view.state) && view.state !== 'left_out');

/** The four parts of an import: each of its rows is in one. */
export const IMPORT_PARTS = ['ready', 'fix', 'out', 'sent'] as const;
export type ImportPart = (typeof IMPORT_PARTS)[number];

const DONE: readonly RowState[] = ['sending', 'sent', 'removed'];

export function partOf(view: RowView): ImportPart {
  if (isWrong(view)) return 'fix';
  if (isHold(view.state)) return 'out';
  return DONE.includes(view.state) ? 'sent' : 'ready';
}

/** Whether the row's cells are editable: it hasn't become a parcel yet, or the platform has refused it. */
export const isOpen = ({ state, isDraft }: RowView): boolean =>
  state === 'good' ||
  state === 'checking' ||
  state === 'problem' ||
  state === 'doubtful' ||
  state === 'refused' ||
  (isHold(state) && !isDraft);

export interface CellPosition {
  at: number;
  field: ImportField;
}

/**
 * Finds the next cell, in reading order, that must be corrected or says why its row is skipped. Wraps
 * around at the end.
 * @param fields in the order of the table
 * @returns null if there is none
 */
export function findNextProblem(
  rows: readonly RowView[],
  fields: readonly ImportField[],
  from: CellPosition | null,
  direction: 1 | -1,
): CellPosition | null {
  const cells = rows.filter(needsAttention).flatMap(({ at, state, problems }) => {
    const isNamed = ({ isWarning, isDoubt }: RowProblem) => !isWarning || (isDoubt ?? false);
    const wrong = isHold(state) ? problems.slice(0, 1) : problems.filter(isNamed);
    const own = fields.filter((field) => wrong.some((problem) => problem.field === field));
    return (own.length === 0 ? fields.slice(0, 1) : own).map((field) => ({ at, field }));
  });
  if (from === null) return cells.at(direction === 1 ? 0 : -1) ?? null;
  const place = (cell: CellPosition) => cell.at * fields.length + fields.indexOf(cell.field);
  const next =
    direction === 1
      ? cells.find((cell) => place(cell) > place(from))
      : cells.findLast((cell) => place(cell) < place(from));
  return next ?? cells.at(direction === 1 ? 0 : -1) ?? null;
}
