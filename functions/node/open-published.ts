import type { Settings } from '../config.ts';
import { createNetworkAddress } from '../points/network-store.ts';
import { createAddressStore } from '../streets/address-store.ts';
import { createPublishedReader } from './read-published.ts';
import { shareReads } from './share-reads.ts';
import { createStreetsFolder } from './streets-folder.ts';

/** Where network and streets are read from: folders of this machine, or addresses. */
export function openPublished(
  { networkUrl, streetsUrl }: Pick<Settings, 'networkUrl' | 'streetsUrl'>,
  folders: { snapshotFolder: string; streetsFolder: string },
) {
  const store = networkUrl === null ? null : createNetworkAddress(networkUrl, fetch);
  const folder = createPublishedReader(folders.snapshotFolder);
  const readPublished = store === null ? folder : { ...folder, read: shareReads((name) => store.read(name)) };
  const streets =
    streetsUrl === null ? createStreetsFolder(folders.streetsFolder) : createAddressStore(streetsUrl, fetch);
  return {
    /** Where the network lies at an address; null where it lies in the folder. */
    store,
    /** For the function itself. */
    readPublished,
    streets,
    manifests: {
      network: () => readPublished.read('manifest.json'),
      streets: () => streets.readManifest('manifest.json'),
    },
  };
}
