import type { RowProblem } from './check-row.ts';
import type { ImportField } from './fields.ts';
import { HOLDS } from './find-holds.ts';
import type { RowState } from './make-drafts.ts';

/** What is shown of a row. */
export interface RowView {
  /** Its place in the import. */
  at: number;
  state: RowState;
  problems: readonly RowProblem[];
  /** Whether it is ticked to be sent although its order is elsewhere too; null: it isn't. */
  tick: boolean | null;
  /** Whether its parcel waits to be sent. */
  isDraft: boolean;
}

/** Whether a row of this state is left out because its order is elsewhere too. */
export const isHold = (state: RowState): boolean => (HOLDS as readonly RowState[]).includes(state);

/** Whether it must be mended. */
export const isWrong = ({ state }: RowView): boolean => state === 'problem' || state === 'refused';

/** Whether somebody has to look at it: it must be mended, or is left out. */
export const isOdd = (view: RowView): boolean => isWrong(view) || isHold(view.state);

/** Whether its cells can be changed: nothing was made of it yet, or the platform has refused it. */
export const isOpen = ({ state, isDraft }: RowView): boolean =>
  state === 'good' ||
  state === 'checking' ||
  state === 'problem' ||
  state === 'refused' ||
  (isHold(state) && !isDraft);

export interface Cell {
  at: number;
  field: ImportField;
}

/**
 * The next cell that must be mended, or tells why its row is left out, after a cell, in reading order; from the last one on to the first.
 * @param fields as they are shown
 * @returns null: there is none
 */
export function findNextProblem(
  rows: readonly RowView[],
  fields: readonly ImportField[],
  from: Cell | null,
  direction: 1 | -1,
): Cell | null {
  const cells = rows.filter(isOdd).flatMap(({ at, state, problems }) => {
    const wrong = isHold(state) ? problems.slice(0, 1) : problems.filter(({ isWarning }) => !isWarning);
    const own = fields.filter((field) => wrong.some((problem) => problem.field === field));
    return (own.length === 0 ? fields.slice(0, 1) : own).map((field) => ({ at, field }));
  });
  if (from === null) return cells.at(direction === 1 ? 0 : -1) ?? null;
  const place = (cell: Cell) => cell.at * fields.length + fields.indexOf(cell.field);
  const next =
    direction === 1
      ? cells.find((cell) => place(cell) > place(from))
      : cells.findLast((cell) => place(cell) < place(from));
  return next ?? cells.at(direction === 1 ? 0 : -1) ?? null;
}
