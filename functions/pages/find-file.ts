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

/**
 * Serves the built site from an asset store that knows files by their names alone, as `wrangler.jsonc` asks it to: no page can be had
 * of it past the function, under whatever address. Answers as functions/node/serve-pages.ts does.
 * @param readFile the store's answer to a request for a file; 404 where there is none
 */
export function createPageServer(
  readFile: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const page = dropSlash(pathname);
    if (page !== null && (await readFile(at(findFile(page), request, 'HEAD'))).ok)
      return new Response(null, { status: 308, headers: { location: page } });

    const answer = await readFile(new Request(at(findFile(pathname), request, request.method), request));
    // The store leads from odd spellings of a name to the name: an address that is nothing here.
    // A copy, because the store's own answer can't be given headers.
    if (answer.ok || answer.status === 304) return new Response(answer.body, answer);
    if (isFileAddress(pathname)) return new Response(NO_SUCH_FILE, { status: 404 });
    // Without the request's headers: nobody has this answer already.
    const notFound = await readFile(at(NOT_FOUND_FILE, request, request.method));
    return new Response(notFound.body, { status: 404, headers: notFound.headers });
  };
}

/** A request for a file beside the one asked for. A path that begins with two slashes stays a path. */
function at(path: string, { url }: Request, method: string): Request {
  const address = new URL(url);
  address.pathname = path;
  return new Request(address, { method });
}
