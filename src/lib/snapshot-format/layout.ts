/**
 * Names and sizes of a published network's files (docs/snapshot-format.md). The manifest lies in the folder that is published, each
 * other file in the folder of its version.
 */

/** Where pages and function find what is published, on Node as at the edge. */
export const SNAPSHOT_FOLDER = '/snapshot/';

export const MANIFEST = 'manifest.json';
export const BLOCK_TABLE = 'table.bin';
export const FACETS = 'facets.json';
export const REPORT = 'report.json';
export const COUNTRY_NAMES = 'places/countries.json';

/** Squares with more points are divided. */
export const POINTS_IN_BLOCK = 1024;
/** Items in a file of items; a reader goes by the manifest's `chunkSize`. */
export const CHUNK_SIZE = 256;
/** Rows in a page of a look-up table, at most. */
export const ROWS_IN_PAGE = 512;

/** Lists sorted by their first column, cut into pages. */
export type TableName = 'ids' | 'set-aside' | 'places' | 'streets';

export const blockFile = (block: number) => `blocks/${block}.bin`;
export const chunkFile = (chunk: number) => `chunks/${chunk}.json`;
export const tableIndexFile = (table: TableName) => `${table}/index.json`;
export const tablePageFile = (table: TableName, page: number) => `${table}/${page}.json`;
/**
 * The short answers for one and two letters: letters that leave the same remainder share a file, and where more points are there are
 * more files, each of some 3 KB packed.
 * @param letter first code point of folded names
 * @param country code of the country whose places alone are in it; empty for those of all
 * @param points how many the manifest's classes have there
 */
export function shortPlacesFile(letter: string, country: string, points: number): string {
  const files = Math.max(1, Math.ceil(Math.sqrt(points) / 7));
  return `${shortPlacesFolder(country)}${letter.codePointAt(0)! % files}.json`;
}
/** The same in networks published before there was that: a file a letter. */
export const shortPlacesOfLetterFile = (letter: string, country: string) =>
  `${shortPlacesFolder(country)}${encodeURIComponent(letter)}.json`;

const shortPlacesFolder = (country: string) => `places/short/${country === '' ? '' : `${country}/`}`;
