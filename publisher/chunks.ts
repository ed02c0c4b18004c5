import { CHUNK_SIZE, chunkFile } from '../src/lib/snapshot-format/layout.ts';
import type { PageLog } from './page-log.ts';
import type { SortedPoints } from './sort-points.ts';
import type { VersionFolder } from './version-folder.ts';

/** Writes the items themselves, as they came and stand in the log: `CHUNK_SIZE` neighbours in one JSON array. */
export async function writeChunks(
  { points, rows, length }: SortedPoints,
  log: PageLog,
  folder: VersionFolder,
): Promise<void> {
  for (let start = 0; start < length; start += CHUNK_SIZE) {
    const own = rows.subarray(start, start + CHUNK_SIZE);
    await folder.add(chunkFile(start / CHUNK_SIZE), {
      file: log.items,
      offsets: Float64Array.from(own, (row) => points.offsets[row]!),
      lengths: own.map((row) => points.lengths[row]!),
    });
  }
}
