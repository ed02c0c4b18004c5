import type { CheckedRow, RowProblem } from './check-row.ts';
import { DUPLICATES, type Duplicate, type Hold } from './find-holds.ts';
import type { ImportRow } from './import-record.ts';

// A tick of the user accepts the reasons that hold a row at that time. A later reason is asked anew.

const nameDoubt = ({ field, code, detail }: RowProblem) => `${field} ${code} ${detail}`;

/** Lists everything that keeps a row from being sent unless it is ticked. */
export const listReasons = (checked: CheckedRow, duplicate: Duplicate | null): string[] => [
  ...(duplicate === null ? [] : [duplicate]),
  ...(checked.hold === null ? [] : [checked.hold]),
  ...checked.problems.filter(({ isDoubt }) => isDoubt).map(nameDoubt),
];

function isAgreed({ again }: ImportRow, reason: string): boolean {
  if (again?.isWanted !== true) return false;
  // Earlier versions asked only about duplicates.
  return again.reasons?.includes(reason) ?? (DUPLICATES as readonly string[]).includes(reason);
}

/** Why a row is left out; null: it isn't. */
export function findOpenHold(row: ImportRow, checked: CheckedRow, duplicate: Duplicate | null): Hold | null {
  const hold = [duplicate, checked.hold].find((each) => each !== null && !isAgreed(row, each)) ?? null;
  return hold ?? (row.again?.isWanted === false ? 'left_out' : null);
}

/** The doubts about a row that the user hasn't settled. */
export const findOpenDoubts = (row: ImportRow, { problems }: CheckedRow): RowProblem[] =>
  problems.filter((problem) => problem.isDoubt && !isAgreed(row, nameDoubt(problem)));
