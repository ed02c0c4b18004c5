import { dropSlash, findFile, isFileAddress, NO_SUCH_FILE, NOT_FOUND_FILE } from './find-file.ts';

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
