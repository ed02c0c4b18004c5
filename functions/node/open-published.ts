import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import type { NetworkSources } from '../points/published-network.ts';
import { createNetworkAddress } from '../files/network-store.ts';
import { createAddressStore } from '../files/streets-store.ts';
import { shareReads } from '../files/share-reads.ts';
import { createStreetsFolder } from './streets-folder.ts';

/** Opens network and streets, in local folders or at URLs. */
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
    /** Store of the network at a URL; null if the network is in the folder. */
    store,
    /** Reads the network for the function itself. */
    readPublished,
    streets,
    manifests: {
      network: () => readPublished.read('manifest.json'),
      streets: () => streets.readWhole('manifest.json'),
    },
  };
}

/** Maximum number of files read at once, since each takes a file descriptor. */
const MAX_CONCURRENT = 16;
/** All files of 153,600 points of 760 bytes; 62,388 points take 51 MB. */
const MAX_CACHE_BYTES = 128 * 1024 * 1024;
/** For each of two tables, 0.5 MB per parsed page: covers most of what people search for. */
const MAX_CACHED_PAGES = 64;

/** Reads files of the published network for the function itself. @param folder may not exist yet */
export function createPublishedReader(folder: string): NonNullable<NetworkSources['readPublished']> {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  async function read(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    if (underWay === MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
    else underWay++;
    try {
      return await readFile(join(folder, name));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    } finally {
      const next = waiting.shift();
      if (next === undefined) underWay--;
      else next();
    }
  }
  return { read, cacheBytes: MAX_CACHE_BYTES, cachedPages: MAX_CACHED_PAGES };
}
