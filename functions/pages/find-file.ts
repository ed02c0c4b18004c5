/** An address that has the form of a page of ours, with a slash too many. */
const PAGE_WITH_SLASH = /^(?:\/[A-Za-z0-9_-]+)+\/$/;

/** Folders of files alone: scripts of the app, the base map, the published network, streets, the widget. */
const FILES_ALONE = /^\/(_app|basemap|snapshot|streets|v\d+)\//;

/** The page for an address that is nothing here. */
export const NOT_FOUND_FILE = '/404.html';

/** What is said instead where only files are. */
export const NO_SUCH_FILE = 'There is no such file.';

/** File of the built site that answers an address: `/account` is `account.html`, an address with an ending is itself. */
export function findFile(path: string): string {
  if (path.endsWith('/')) return `${path}index.html`;
  return /\.[^/]*$/.test(path) ? path : `${path}.html`;
}

/** `/account` of `/account/`, where relative addresses in the page would miss by one level; null for any other address. */
export function dropSlash(path: string): string | null {
  return PAGE_WITH_SLASH.test(path) ? path.slice(0, -1) : null;
}

/** Whether only programs ask for an address like this: what is missing there is answered in a line, without a page. */
export function isFileAddress(path: string): boolean {
  return FILES_ALONE.test(path);
}

/** What counters call the files below an address's first part; anything else is a page. */
const KINDS: Readonly<Record<string, string>> = {
  _app: 'app',
  basemap: 'basemap',
  snapshot: 'network',
  streets: 'streets',
};

/** The kind of a file, for logs and counters: few words, whatever is asked for. */
export function nameKind(path: string): string {
  const [, folder = ''] = /^\/([^/]+)\//.exec(path) ?? [];
  if (/^v\d+$/.test(folder)) return 'widget';
  return Object.hasOwn(KINDS, folder) ? KINDS[folder]! : 'page';
}

/** Names that no other content will ever have, and where they are kept when another release takes over. */
const KEPT: readonly (readonly [pattern: RegExp, folder: string])[] = [
  [/^\/v\d+\/(droppoint-[\w.-]+\.js)$/, 'widget'],
  [/^\/_app\/(immutable\/.+)$/, 'app'],
];

/**
 * Where a file of an earlier release is kept, in the folder of what is published: shops pin a version of the widget, and pages that are open
 * load parts of theirs later.
 * @param path as in the address
 * @returns null for what isn't kept
 */
export function findKeptName(path: string): string | null {
  for (const [pattern, folder] of KEPT) {
    const name = pattern.exec(path)?.[1];
    if (name !== undefined) return `${folder}/${name}`;
  }
  return null;
}
