import type { SetAside } from '../src/lib/contract/point.ts';
import type { SortedPoints } from './sort-points.ts';
import { writeTable } from './tables.ts';
import type { VersionFolder } from './version-folder.ts';

/** Writes the table that leads from a point's id to its ordinal. */
export async function writeIds(sorted: SortedPoints, folder: VersionFolder): Promise<void> {
  await writeTable(folder, 'ids', idRows(sorted));
}

function* idRows({ points, rows, ordinalsById }: SortedPoints): Generator<readonly [string, number]> {
  for (const ordinal of ordinalsById) yield [points.ids[rows[ordinal]!]!, ordinal];
}

/**
 * Writes the table of the ids that the list has and that couldn't be placed, with the reason: a shop that asks for one isn't told that
 * the point is gone.
 */
export async function writeSetAsideIds(setAside: readonly SetAside[], folder: VersionFolder): Promise<void> {
  const reasons = new Map<string, string>();
  for (const { id, reason } of setAside) if (id !== null && !reasons.has(id)) reasons.set(id, reason);
  await writeTable(
    folder,
    'set-aside',
    [...reasons].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
