import { IN_FLIGHT, oncePerKey } from '#async/once.ts';
import type { FunctionSettings } from '../config.ts';
import {
  NETWORK_PUBLICATION,
  STREETS_PUBLICATION,
  type FileStore,
  type Publication,
} from '../files/store.ts';
import { createUrlStore } from '../files/url-store.ts';
import { createFolderStore } from './folder-store.ts';

/** Opens network and streets, in local folders or at URLs. */
export function openPublished(
  { networkUrl, streetsUrl }: Pick<FunctionSettings, 'networkUrl' | 'streetsUrl'>,
  folders: { snapshotFolder: string; streetsFolder: string },
  fetchFile: typeof fetch = fetch,
): Record<'network' | 'streets', FileStore> {
  const open = (url: string | null, folder: string, publication: Publication) =>
    url === null
      ? createFolderStore(folder, publication)
      : shareReads(createUrlStore(url, fetchFile, publication));
  return {
    network: open(networkUrl, folders.snapshotFolder, NETWORK_PUBLICATION),
    streets: open(streetsUrl, folders.streetsFolder, STREETS_PUBLICATION),
  };
}

/** Shares reads of whole files among the requests that need them at the same time. */
function shareReads(store: FileStore): FileStore {
  const readWhole = oncePerKey(IN_FLIGHT, (name: string) => store.read(name));
  return {
    ...store,
    read: (name, range) => (range === undefined ? readWhole(name) : store.read(name, range)),
  };
}
