import { foldName } from '#network/snapshot-format/fold.ts';
import type { Column } from './columns.ts';
import { KINDS, type ParcelKind } from './parcel-kind.ts';
import type { ParcelRow } from './parcel-row.ts';
import { isTask, type RowTask } from './row-task.ts';

export interface Sorting {
  column: Column;
  descending: boolean;
}

/** Filter of a list. null: any. */
export interface ListFilter {
  words: string;
  kind: ParcelKind | null;
  task: RowTask | null;
}

/** Finds rows that pass the filter, and contain all of its words, ignoring case and diacritics. */
export function findParcelRows(
  rows: readonly ParcelRow[],
  { words, kind, task }: ListFilter,
  nowMs: number,
): readonly ParcelRow[] {
  const searched = foldName(words).split(' ').filter(Boolean);
  if (searched.length === 0 && kind === null && task === null) return rows;
  return rows.filter(
    (row) =>
      (kind === null || row.kind === kind) &&
      (task === null || isTask(row, task, nowMs)) &&
      searched.every((word) => row.folded.all.includes(word)),
  );
}

const rank = new Map<string, number>(KINDS.map((kind, at) => [kind, at]));

/** Sort value per column. Rows without a value come last in either direction. */
const VALUES: Readonly<Record<Column, (row: ParcelRow) => number | string | null>> = {
  kind: ({ kind }) => rank.get(kind) ?? KINDS.length,
  recipient: ({ folded }) => folded.recipient || null,
  place: ({ folded }) => folded.place || null,
  reference: ({ folded }) => folded.reference || null,
  number: ({ number }) => number || null,
  // Labels to print first, then by the last printing.
  label: ({ life, mark }) => (life === null ? null : (mark.printedMs.at(-1) ?? 0)),
  last: ({ lastMs }) => lastMs,
  created: ({ createdMs }) => createdMs,
};

/** Sorts rows stably. */
export function sortRows(rows: readonly ParcelRow[], { column, descending }: Sorting): ParcelRow[] {
  const valueOf = VALUES[column];
  const sign = descending ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? 1 : -1;
    return a < b ? -sign : sign;
  });
}

/** Counts the rows of each kind that occurs, in the order of `KINDS`. */
export function countKinds(rows: readonly ParcelRow[]): [kind: ParcelKind, count: number][] {
  const counts = new Map<ParcelKind, number>();
  for (const { kind } of rows) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (rank.get(a) ?? KINDS.length) - (rank.get(b) ?? KINDS.length));
}
