import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import type { NetworkSources } from '../points/published-network.ts';
import { createNetworkAddress } from '../points/network-store.ts';
import { createAddressStore } from '../streets/store.ts';
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

/** Files under way at once, however many requests wait for them: each takes a descriptor. */
const AT_ONCE = 16;
/** 153,600 points of 760 bytes, all their files at once; 62,388 take 51 MB. */
const KEPT_BYTES = 128 * 1024 * 1024;
/** Of each of two tables, 0.5 MB a page once parsed: most of what people ask for stands on these. */
const KEPT_PAGES = 64;

/** Reads files of the published network for the function itself. @param folder may not be there yet */
export function createPublishedReader(folder: string): NonNullable<NetworkSources['readPublished']> {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  async function read(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    if (underWay === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
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
  return { read, keptBytes: KEPT_BYTES, keptPages: KEPT_PAGES };
}

/**
 * Reads a file once for all who ask for it meanwhile. A node that was just started has nothing yet, and every request needs the same
 * files of a disk or store that is some milliseconds away.
 */
export function shareReads<Answer>(
  read: (name: string) => Promise<Answer>,
): (name: string) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  return (name) => {
    const asked = underWay.get(name);
    if (asked !== undefined) return asked;
    const reading = read(name).finally(() => underWay.delete(name));
    underWay.set(name, reading);
    return reading;
  };
}
