import { AppError } from '#platform/errors.ts';
import { BLOCK_TABLE } from '../snapshot-format/layout.ts';
import type { SnapshotManifest } from '../snapshot-format/manifest.ts';
import { type Block, decodeBlockTable } from '../snapshot-format/block-table.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

/**
 * Reads the table of blocks; bypasses the browser's cache if the cached copy is unusable.
 * @throws AppError `malformed`, or any fetch error
 */
export async function readBlocks(files: SnapshotFiles, manifest: SnapshotManifest): Promise<Block[]> {
  try {
    return checkBlocks(await files.readBytes(BLOCK_TABLE), manifest);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'malformed') throw error;
    return checkBlocks(await files.readBytes(BLOCK_TABLE, { cache: 'reload' }), manifest);
  }
}

function checkBlocks(table: Uint8Array, { squares, count }: SnapshotManifest): Block[] {
  const blocks = decodeBlockTable(squares, table);
  const counted = blocks.reduce((sum, block) => sum + block.count, 0);
  if (counted !== count) throw new AppError('malformed', `The blocks hold ${counted} points, not ${count}.`);
  return blocks;
}
