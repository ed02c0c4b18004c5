import { formatDate } from '../../i18n/format.ts';
import type { RowCode } from './row-sentences.ts';
import { isPossiblySent } from '../same-order.ts';
import type { CheckedRow, RowProblem } from './check-row.ts';
import type { SameOrder } from './find-holds.ts';
import type { RowState } from './make-drafts.ts';
import { isHold } from './row-view.ts';

/**
 * Describes where else a row's order occurs.
 * @param checked undefined: the row isn't checked yet
 * @param nameRow returns the number of a row in its spreadsheet
 */
export function describeSameOrder(
  checked: CheckedRow | undefined,
  { parcel, row }: Pick<SameOrder, 'parcel' | 'row'>,
  nameRow: (at: number) => number,
): RowProblem[] {
  // Without an order number, the order was recognised by the person.
  const field = checked?.reference ? 'reference' : 'email';
  const warn = (code: RowCode, detail: string) => ({ field, code, detail, isWarning: true }) as const;
  const day = parcel === null ? '' : formatDate(parcel.createdMs);
  return [
    ...(row === null ? [] : [warn('same_order', String(nameRow(row)))]),
    ...(parcel === null ? [] : [warn(isPossiblySent(parcel) ? 'already_sent' : 'waits', day)]),
  ];
}

/**
 * Lists the problems that a row's cells show: those that matter in its state.
 * @param problems the result of its check
 */
export function listShownProblems(
  state: RowState,
  problems: readonly RowProblem[],
  streets: readonly RowProblem[],
  duplicates: readonly RowProblem[],
): RowProblem[] {
  if (isHold(state))
    return [...(state === 'cash' ? problems.filter(({ code }) => code === 'cash') : []), ...duplicates];
  if (state === 'doubtful') return [...problems, ...streets, ...duplicates];
  const isFresh = state === 'good' || state === 'problem' || state === 'checking';
  if (!isFresh) return [];
  const shown = problems.filter(({ isDoubt }) => !isDoubt || state === 'problem');
  return [...shown, ...streets, ...duplicates];
}
