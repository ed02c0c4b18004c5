/**
 * Names and sizes of a published network's files (docs/snapshot-format.md). The manifest is in the
 * published folder; all other files are in the subfolder of their version.
 */

/** URL path of the published network for pages and the function, on Node and at the edge. */
export const SNAPSHOT_FOLDER = '/snapshot/';

export const MANIFEST = 'manifest.json';
export const BLOCK_TABLE = 'table.bin';
export const FACETS = 'facets.json';
export const REPORT = 'report.json';

/** Squares with more points are subdivided. */
export const POINTS_IN_BLOCK = 1024;
/** Items in a chunk file that the publisher writes; readers use the manifest's `chunkSize`. */
export const CHUNK_SIZE = 256;

export const blockFile = (block: number) => `blocks/${block}.bin`;
export const chunkFile = (chunk: number) => `chunks/${chunk}.json`;
