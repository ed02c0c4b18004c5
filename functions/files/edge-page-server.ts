import {
  LONGEST_PATH,
  NOT_FOUND_FILE,
  NO_SUCH_FILE,
  dropSlash,
  findFile,
  isFileAddress,
} from './find-file.ts';

/**
 * Serves the built site from an asset store that knows files by their exact names only, as
 * `wrangler.jsonc` configures it: no page can be read without the function, whatever the path. The
 * responses are the same as in functions/node/serve-pages.ts.
 * @param readFile requests a file from the store; 404 if there is none
 */
export function createEdgePageServer(
  readFile: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  async function sendFileAt(pathname: string, request: Request): Promise<Response | null> {
    const page = dropSlash(pathname);
    if (page !== null && (await readFile(at(findFile(page), request, 'HEAD'))).ok)
      return new Response(null, { status: 308, headers: { location: page } });
    const answer = await readFile(new Request(at(findFile(pathname), request, request.method), request));
    // The store redirects from other spellings of a name; those paths don't exist here. Copied,
    // because headers of the store's response can't be changed.
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

/**
 * A request with another path. Set as `pathname`, so that a path that begins with two slashes isn't
 * parsed as a host.
 */
function at(path: string, { url }: Request, method: string): Request {
  const address = new URL(url);
  address.pathname = path;
  return new Request(address, { method });
}
