import { packing } from '../packing-messages.ts';
import { isHeld, type ParcelRow } from './parcel-row.ts';
import type { ParcelKind } from './parcel-kind.ts';

/** Work that a list's parcels wait for, in the order of a day, and what was printed. */
export const TASKS = ['to_print', 'to_pack', 'printed', 'reprinted', 'stuck', 'to_collect'] as const;
export type RowTask = (typeof TASKS)[number];

/** A parcel without an event for this long is stuck. */
const STUCK_MS = 3 * 86_400_000;
/** Kinds that wait for somebody else's move, and should have one. */
const MOVING: readonly ParcelKind[] = ['sent', 'registered', 'on_its_way', 'problem', 'returning'];

const TESTS: Readonly<Record<RowTask, (row: ParcelRow, nowMs: number) => boolean>> = {
  to_print: ({ life }) => life === 'unprinted',
  to_pack: ({ life, kind, mark }) => life !== null && isHeld(kind) && mark.packedMs === null,
  printed: ({ life }) => life === 'printed',
  reprinted: ({ life }) => life === 'reprinted',
  stuck: ({ kind, lastMs, createdMs }, nowMs) =>
    MOVING.includes(kind) && (lastMs ?? createdMs) < nowMs - STUCK_MS,
  to_collect: ({ kind }) => kind === 'ready',
};

export const isTask = (row: ParcelRow, task: RowTask, nowMs: number): boolean => TESTS[task](row, nowMs);

/** Counts the rows of each task that has any. */
export function countTasks(rows: readonly ParcelRow[], nowMs: number): [task: RowTask, count: number][] {
  return TASKS.map((task): [RowTask, number] => [
    task,
    rows.reduce((count, row) => count + Number(isTask(row, task, nowMs)), 0),
  ]).filter(([, count]) => count > 0);
}

export const describeTask = (task: RowTask): string => packing[`task_${task}`]();
