import type { SendFile } from './page-server.ts';

/**
 * Sends files of an asset store that knows them by their exact names only, as `wrangler.jsonc`
 * configures it: no page can be read without the function, whatever the path.
 * @param fetchAsset requests a file from the store; 404 if there is none
 */
export const createAssetSender =
  (fetchAsset: (request: Request) => Promise<Response>): SendFile =>
  async (request, name) => {
    const address = new URL(request.url);
    // As `pathname`, so that a name that begins with two slashes isn't parsed as a host.
    address.pathname = name;
    const answer = await fetchAsset(new Request(address, request));
    // The store redirects from other spellings of a name; those paths don't exist here. Copied,
    // because headers of the store's response can't be changed.
    return answer.ok || answer.status === 304 ? new Response(answer.body, answer) : null;
  };
