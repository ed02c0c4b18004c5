import { join } from 'node:path';
import {
  dropSlash,
  findFile,
  isFileAddress,
  LONGEST_PATH,
  NO_SUCH_FILE,
  NOT_FOUND_FILE,
  findKeptName,
} from '../files/find-file.ts';
import { readNetworkName } from '../files/network-store.ts';
import { SNAPSHOT_FOLDER } from '../../src/lib/snapshot-format/layout.ts';
import { createFileCache } from './file-cache.ts';
import { sendFile, sendInstead } from './send-file.ts';

/** Accepted form of paths of the built site. */
const NAME = /^(?:\/[\w-][\w.-]*)+$/;

/**
 * Serves the built site: `/account` is `account.html`, files are sent compressed if the build has
 * written a `.br` or `.gz` beside them. Other paths get `404.html` with status 404, missing files a
 * line of text.
 * @param root folder of the built site
 * @param snapshotFolder folder of the published network; may not exist yet, and may change at any
 * time
 * @param earlierFolder files of earlier releases, for pages loaded before this one took over and
 * shops that pinned a widget version
 */
export function createPageServer(
  root: string,
  snapshotFolder: string,
  earlierFolder: string,
): (request: Request) => Promise<Response> {
  const find = createFileCache();

  function locate(name: string): string | null {
    if (!name.startsWith(SNAPSHOT_FOLDER)) return NAME.test(name) ? join(root, name) : null;
    const file = readNetworkName(name);
    return file === null ? null : join(snapshotFolder, file);
  }

  async function sendFileAt(pathname: string, request: Request): Promise<Response | null> {
    const page = dropSlash(pathname);
    if (page !== null && (await find(join(root, findFile(page)))) !== null)
      return new Response(null, { status: 308, headers: { location: page } });

    const path = locate(findFile(pathname));
    const answer = path === null ? null : await sendFile(request, path, find);
    const earlierName = answer !== null || path === null ? null : findKeptName(pathname);
    return earlierName === null ? answer : sendFile(request, join(earlierFolder, earlierName), find);
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    const answer = pathname.length > LONGEST_PATH ? null : await sendFileAt(pathname, request);
    if (answer !== null) return answer;
    // No page here: a picker without a published network gets this for the manifest, and then reads
    // the list instead.
    if (isFileAddress(pathname)) return answerNotFound(NO_SUCH_FILE);
    const notFound = await sendInstead(request, join(root, NOT_FOUND_FILE), find, 404);
    return notFound ?? answerNotFound('There is no such page.');
  };
}

function answerNotFound(sentence: string): Response {
  return new Response(sentence, { status: 404, headers: { 'content-type': 'text/plain; charset=UTF-8' } });
}
