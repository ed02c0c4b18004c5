import { CHUNK_SIZE, chunkFile } from '../src/lib/snapshot-format/layout.ts';
import type { PageLog } from './page-log.ts';
import type { SortedPoints } from './sort-points.ts';
import type { VersionFolder } from './version-folder.ts';

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map((sign) => Buffer.from(sign)) as [Buffer, Buffer, Buffer];

/** Writes the items themselves, read from the log as they came: `CHUNK_SIZE` neighbours in one JSON array. */
export async function writeChunks(
  { points, rows, length }: SortedPoints,
  log: PageLog,
  folder: VersionFolder,
): Promise<void> {
  for (let start = 0; start < length; start += CHUNK_SIZE) {
    const parts: Buffer[] = [];
    for (const row of rows.subarray(start, start + CHUNK_SIZE)) {
      parts.push(
        parts.length === 0 ? OPEN : COMMA,
        log.readBytes(points.offsets[row]!, points.lengths[row]!),
      );
    }
    await folder.add(chunkFile(start / CHUNK_SIZE), Buffer.concat([...parts, CLOSE]));
  }
}
