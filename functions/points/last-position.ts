import { AppError } from '../../src/lib/contract/errors.ts';
import type { SnapshotManifest } from '../../src/lib/contract/snapshot.ts';
import type { Position } from '../../src/lib/network/distance.ts';
import { openIdTable } from '../../src/lib/network/find-ids.ts';
import { createItemReader } from '../../src/lib/network/read-items.ts';
import type { SnapshotFiles } from '../../src/lib/network/snapshot-files.ts';

/**
 * Where a point was that the network has no more, as the versions that still lie beside the current one know it.
 * @param openVersion the files of a version
 * @returns null when none of them knows it
 */
export async function findLastPosition(
  id: string,
  { earlier = [], chunkSize }: Pick<SnapshotManifest, 'earlier' | 'chunkSize'>,
  openVersion: (version: string) => SnapshotFiles,
): Promise<Position | null> {
  for (const version of earlier) {
    const files = openVersion(version);
    try {
      const ordinal = await openIdTable(files).findOrdinal(id);
      const point = ordinal === null ? null : await createItemReader(files, chunkSize)(ordinal, id);
      if (point !== null) return point.coordinates;
    } catch (error) {
      // Only the alternatives hang on it: a version that can't be read is passed over.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return null;
}
