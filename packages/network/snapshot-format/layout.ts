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
export const COUNTRY_NAMES = 'places/countries.json';
export const LARGEST_CITIES = 'places/largest.json';

/** Squares with more points are subdivided. */
export const POINTS_IN_BLOCK = 1024;
/** Items in a chunk file that the publisher writes; readers use the manifest's `chunkSize`. */
export const CHUNK_SIZE = 256;
/** Maximum rows in a page of a look-up table. */
export const ROWS_IN_PAGE = 512;
/** Maximum rows in a page of the table of points' names; lower, so that a search reads little. */
export const NAMES_IN_PAGE = 256;
/** Number of cities per country in `LARGEST_CITIES`. */
export const LARGEST_OF_COUNTRY = 5;

/** Tables sorted by their first column, split into pages. */
export type TableName = 'ids' | 'set-aside' | 'places' | 'streets' | 'names';

export const blockFile = (block: number) => `blocks/${block}.bin`;
export const chunkFile = (chunk: number) => `chunks/${chunk}.json`;
export const tableIndexFile = (table: TableName) => `${table}/index.json`;
export const tablePageFile = (table: TableName, page: number) => `${table}/${page}.json`;
/**
 * Name of the file with precomputed search results for one and two letters. Letters with the same remainder
 * share a file. The number of files grows with the number of points, so that each has about 3 KB
 * compressed.
 * @param letter first code point of folded names
 * @param country code of the country whose places the file contains; empty for all countries
 * @param points number of points in that country according to the manifest's classes
 */
export function shortPlacesFile(letter: string, country: string, points: number): string {
  const files = Math.max(1, Math.ceil(Math.sqrt(points) / 7));
  return `places/short/${country === '' ? '' : `${country}/`}${letter.codePointAt(0)! % files}.json`;
}
