import { AppError } from '#platform/errors.ts';
import { type Block, decodeBlockTable } from './snapshot-format/block-table.ts';
import { BLOCK_TABLE } from './snapshot-format/layout.ts';
import type { SnapshotManifest } from './snapshot-format/manifest.ts';
import { type PointClass, readClasses } from './snapshot-format/point-classes.ts';
import { readManifest } from './read-manifest.ts';
import { createSnapshotFiles, type FetchedFiles, type SnapshotFiles } from './snapshot-files.ts';

/** The parts of a version that are read before its first map: plain data, which several instances can share. */
export interface VersionParts {
  manifest: SnapshotManifest;
  classes: readonly PointClass[];
  blocks: readonly Block[];
  /** The files of the version's folder. */
  files: SnapshotFiles;
}

/** Where the published network is read. */
export interface SnapshotAddress {
  /** URL of the folder with `manifest.json`, with a trailing slash. */
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** The manifest, as a response or parsed JSON, if a script in the page has already requested it. */
  manifest?: Promise<unknown> | Response | undefined;
  /** Other files that such a script has fetched. */
  fetched?: FetchedFiles | undefined;
}

/**
 * Reads the manifest and the table of blocks (docs/snapshot-format.md).
 * @throws AppError `unsupported_version` if it can't read the format's version, `malformed`, or any fetch error
 */
export async function readVersion(address: SnapshotAddress): Promise<VersionParts> {
  const { baseUrl, fetch } = address;
  const manifest = await readManifest(createSnapshotFiles(baseUrl, fetch), address.manifest);
  const files = createSnapshotFiles(`${baseUrl}${manifest.version}/`, fetch, address.fetched);
  const blocks = await readBlocks(files, manifest);
  return { manifest, classes: readClasses(manifest), blocks, files };
}

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
