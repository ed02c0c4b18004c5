import { AppError } from '#platform/errors.ts';
import { readPoint, type Point } from '#platform/point.ts';
import type { SnapshotManifest } from './snapshot-format/manifest.ts';
import { chunkFile } from './snapshot-format/layout.ts';
import { oncePerKey } from '#async/once.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

/** 256 items each, about 200 KB once parsed. */
const MAX_CHUNKS = 4;

/**
 * Creates a function that reads the platform's own item at an ordinal. It returns null if the item is that of another point or can't be
 * placed, and throws an AppError.
 */
export function createItemReader(
  files: SnapshotFiles,
  { chunkSize, count }: Pick<SnapshotManifest, 'chunkSize' | 'count'>,
) {
  const readChunk = oncePerKey(MAX_CHUNKS, async (chunk: number) => {
    const items = await files.readJson(chunkFile(chunk));
    if (Array.isArray(items)) return items as unknown[];
    throw new AppError('malformed', 'A chunk of items is no list.', { problems: [chunkFile(chunk)] });
  });

  return async (ordinal: number, id: string): Promise<Point | null> => {
    // The ordinal is that of a larger version of the network.
    if (ordinal >= count) return null;
    const items = await readChunk(Math.floor(ordinal / chunkSize));
    const reading = readPoint(items[ordinal % chunkSize]);
    return 'point' in reading && reading.point.id === id ? reading.point : null;
  };
}
