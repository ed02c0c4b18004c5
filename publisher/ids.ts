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
