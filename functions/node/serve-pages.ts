import { join } from 'node:path';
import { findEarlierFileName } from '../files/find-file.ts';
import { createPageServer, type SendFile } from '../files/page-server.ts';
import { chooseType } from '../files/send-network-file.ts';
import type { FileStore } from '../files/store.ts';
import { createFileCache, createStoreCache } from './file-cache.ts';
import { sendFile } from './send-file.ts';

/** Accepted form of names in the built site. */
const NAME = /^(?:\/[\w-][\w.-]*)+$/;

/**
 * Serves the built site and the published network on Node. Files are sent compressed if there is a
 * `.br` or `.gz` beside them.
 * @param root folder of the built site
 * @param network its folder, which may not exist yet and may change at any time, or its store
 * @param earlierFolder files of earlier releases, for pages loaded before this one took over and
 * shops that pinned a widget version
 */
export function servePages(root: string, network: string | FileStore, earlierFolder: string) {
  const find = createFileCache();
  const sendPage: SendFile = async (request, name) => {
    if (!NAME.test(name)) return null;
    const earlierName = findEarlierFileName(name);
    return (
      (await sendFile(request, join(root, name), find)) ??
      (earlierName === null ? null : sendFile(request, join(earlierFolder, earlierName), find))
    );
  };
  if (typeof network === 'string')
    return createPageServer(sendPage, (request, name) => sendFile(request, join(network, name), find));
  const findStored = createStoreCache(network);
  return createPageServer(sendPage, (request, name) => sendFile(request, name, findStored, chooseType(name)));
}
