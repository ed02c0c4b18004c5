/** Longer than the path of any file of the site and of the network. None is looked for under a longer one. */
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

/** What `nameKind` may return. */
export const FILE_KINDS = [...KINDS.values(), 'widget', 'page'];

/** The kind of a file, for logs and metrics: one of a few words, whatever the path. */
export function nameKind(path: string): string {
  const [, folder = ''] = /^\/([^/]+)\//.exec(path) ?? [];
  if (/^v\d+$/.test(folder)) return 'widget';
  return KINDS.get(folder) ?? 'page';
}

/** Files that open pages and shops request later, and the folders in which those of earlier releases are kept. */
const KEPT: readonly (readonly [pattern: RegExp, folder: string])[] = [
  [/^\/v\d+\/(droppoint-(?!parcel\.js$)[\w.-]+\.js)$/, 'widget'],
  [/^\/_app\/(immutable\/.+)$/, 'app'],
  [/^\/basemap\/(.+)$/, 'basemap'],
];

/**
 * Where a file of an earlier release is kept, in the folder of published data: shops pin versions of the widget, and open pages
 * load some of their scripts, and the tiles of their base map, later.
 * @param path of the URL
 * @returns null for files that aren't kept
 */
export function findKeptName(path: string): string | null {
  for (const [pattern, folder] of KEPT) {
    const name = pattern.exec(path)?.[1];
    if (name !== undefined) return `${folder}/${name}`;
  }
  return null;
}

/**
 * Serves the built site from an asset store that knows files by their exact names only, as `wrangler.jsonc` configures it: no
 * page can be read without the function, whatever the path. The responses are the same as in functions/node/serve-pages.ts.
 * @param readFile requests a file from the store; 404 if there is none
 */
export function createPageServer(
  readFile: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  async function sendFileAt(pathname: string, request: Request): Promise<Response | null> {
    const page = dropSlash(pathname);
    if (page !== null && (await readFile(at(findFile(page), request, 'HEAD'))).ok)
      return new Response(null, { status: 308, headers: { location: page } });
    const answer = await readFile(new Request(at(findFile(pathname), request, request.method), request));
    // The store redirects from other spellings of a name; those paths don't exist here. Copied, because headers of the store's
    // response can't be changed.
    return answer.ok || answer.status === 304 ? new Response(answer.body, answer) : null;
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    const answer = pathname.length > LONGEST_PATH ? null : await sendFileAt(pathname, request);
    if (answer !== null) return answer;
    if (isFileAddress(pathname)) return new Response(NO_SUCH_FILE, { status: 404 });
    // Without the request's headers: conditions don't apply to this page.
    const notFound = await readFile(at(NOT_FOUND_FILE, request, request.method));
    return new Response(notFound.body, { status: 404, headers: notFound.headers });
  };
}

/** A request with another path. Set as `pathname`, so that a path that begins with two slashes isn't parsed as a host. */
function at(path: string, { url }: Request, method: string): Request {
  const address = new URL(url);
  address.pathname = path;
  return new Request(address, { method });
}
