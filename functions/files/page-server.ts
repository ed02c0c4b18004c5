import { SNAPSHOT_FOLDER } from '#network/snapshot-format/layout.ts';
import {
  dropSlash,
  findFile,
  isFileAddress,
  LONGEST_PATH,
  NOT_FOUND_FILE,
  NO_SUCH_FILE,
  readNetworkName,
} from './find-file.ts';

/**
 * Answers a request with a file, or with its status 304 or 416.
 * @param name instead of the request's path
 * @returns null if there is no such file
 */
export type SendFile = (request: Request, name: string) => Promise<Response | null>;

/**
 * Serves the built site and the published network, alike on Node and at the edge: `/account` is
 * `account.html`. Other paths get `404.html` with status 404, missing files a line of text.
 * @param sendPage sends a file of the site; its names begin with a slash
 * @param sendNetworkFile sends a file of the network; without it, the network is part of the site
 */
export function createPageServer(
  sendPage: SendFile,
  sendNetworkFile?: SendFile,
): (request: Request) => Promise<Response> {
  async function sendFileAt(pathname: string, request: Request): Promise<Response | null> {
    if (pathname.length > LONGEST_PATH) return null;
    if (sendNetworkFile !== undefined && pathname.startsWith(SNAPSHOT_FOLDER)) {
      const name = readNetworkName(pathname);
      return name === null ? null : sendNetworkFile(request, name);
    }
    const page = dropSlash(pathname);
    if (page === null) return sendPage(request, findFile(pathname));
    const exists = (await sendPage(new Request(request.url, { method: 'HEAD' }), findFile(page))) !== null;
    return exists
      ? new Response(null, { status: 308, headers: { location: page } })
      : sendPage(request, findFile(pathname));
  }

  /** Without conditions and ranges, and without an ETag: a page may exist at this path tomorrow. */
  async function sendNotFound({ url, method, headers }: Request): Promise<Response> {
    const accepted = { 'accept-encoding': headers.get('accept-encoding') ?? '' };
    const page = await sendPage(new Request(url, { method, headers: accepted }), NOT_FOUND_FILE);
    if (page === null) return new Response('There is no such page.', { status: 404 });
    page.headers.delete('etag');
    return new Response(page.body, { status: 404, headers: page.headers });
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    const answer = await sendFileAt(pathname, request);
    if (answer !== null) return answer;
    // No page here: a picker without a published network gets this for the manifest, and then reads
    // the list instead.
    return isFileAddress(pathname) ? new Response(NO_SUCH_FILE, { status: 404 }) : sendNotFound(request);
  };
}
