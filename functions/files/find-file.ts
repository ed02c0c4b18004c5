import { SNAPSHOT_FOLDER } from '#network/snapshot-format/layout.ts';

/** Longer than the path of any file of the site and of the network. Longer paths aren't looked up. */
export const LONGEST_PATH = 256;

/** Path of a page with a trailing slash. */
const PAGE_WITH_SLASH = /^(?:\/[A-Za-z0-9_-]+)+\/$/;

/** Folders without pages: scripts of the app, the base map, the published network, streets, the elements. */
const FILES_ALONE = /^\/(_app|basemap|snapshot|streets|v\d+)\//;

/** The page for paths that don't exist. */
export const NOT_FOUND_FILE = '/404.html';

/** The text for paths in folders without pages. */
export const NO_SUCH_FILE = 'There is no such file.';

/** File of the built site for a path: `/account` is `account.html`; a path with an extension is unchanged. */
export function findFile(path: string): string {
  if (path.endsWith('/')) return `${path}index.html`;
  return /\.[^/]*$/.test(path) ? path : `${path}.html`;
}

/** `/account` for `/account/`, in which the page's relative URLs would be one level off; null for other paths. */
export function dropSlash(path: string): string | null {
  return PAGE_WITH_SLASH.test(path) ? path.slice(0, -1) : null;
}

/** Whether a path is in a folder without pages, where missing files are answered with a line of text. */
export function isFileAddress(path: string): boolean {
  return FILES_ALONE.test(path);
}

/** Names in metrics for the files of top-level folders; all others are pages. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['_app', 'app'],
  ['basemap', 'basemap'],
  ['snapshot', 'network'],
  ['streets', 'streets'],
]);

/** The possible results of `nameKind`. */
export const FILE_KINDS = [...KINDS.values(), 'widget', 'page'];

/** The kind of a file, for logs and metrics: one of a few words, whatever the path. */
export function nameKind(path: string): string {
  const [, folder = ''] = /^\/([^/]+)\//.exec(path) ?? [];
  if (/^v\d+$/.test(folder)) return 'widget';
  return KINDS.get(folder) ?? 'page';
}

/**
 * Files of earlier releases that shops, and pages that are already open, may still request, and the
 * folders in which they are stored.
 */
const EARLIER_FILES: readonly (readonly [pattern: RegExp, folder: string])[] = [
  [/^\/v\d+\/(droppoint-(?!parcel\.js$)[\w.-]+\.js(?:\.map)?)$/, 'widget'],
  [/^\/_app\/(immutable\/.+)$/, 'app'],
  [/^\/basemap\/(.+)$/, 'basemap'],
];

/**
 * Where a file of an earlier release is stored, in the folder of published data: shops pin versions
 * of the widget, and pages that are already open load some of their scripts, and the tiles of their
 * base map, later.
 * @param path of the URL
 * @returns null for files that aren't stored
 */
export function findEarlierFileName(path: string): string | null {
  for (const [pattern, folder] of EARLIER_FILES) {
    const name = pattern.exec(path)?.[1];
    if (name !== undefined) return `${folder}/${name}`;
  }
  return null;
}

/** Names that begin with a dot are internal to the publisher: the progress of a walk, an unfinished version. */
const NETWORK_NAME = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/**
 * Name of the file that a path in `SNAPSHOT_FOLDER` requests.
 * @returns null for invalid percent-encoding and for names that no published file has
 */
export function readNetworkName(pathname: string): string | null {
  try {
    const name = decodeURIComponent(pathname.slice(SNAPSHOT_FOLDER.length));
    return NETWORK_NAME.test(name) ? name : null;
  } catch {
    return null;
  }
}
