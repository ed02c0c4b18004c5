import { storeFailure, type FileStore } from '../../functions/files/store.ts';
import type { Published } from '../unit/network/publish-in-memory.ts';
import { startHarness, type HarnessOptions } from './harness.ts';

export const DAY_MS = 24 * 3600 * 1000;
/** Where the function reads the network: from the store beside its pages, or from a folder on the server. */
export type Runtime = 'edge' | 'Node';

/** The app with a network published beside its pages, a day after it was read. */
export function startPublished(published: Published, runtime: Runtime, options: HarnessOptions = {}) {
  /** Names of the files read, in order. */
  const requested: string[] = [];
  const state = { files: new Map(published.files), broken: false };
  const read = (name: string) => {
    requested.push(name);
    const content = state.files.get(name);
    return content === undefined ? null : Buffer.from(content);
  };
  const network: FileStore = {
    cacheMs: 30_000,
    read: (name) => (state.broken ? Promise.reject(storeFailure('down')) : Promise.resolve(read(name))),
  };
  const harness = startHarness({
    ...options,
    network,
    ...(runtime === 'Node' && { networkCache: { bytes: 2 ** 20, pages: 16 } }),
  });
  harness.clock.nowMs = Date.parse(published.manifest.walkedAt) + DAY_MS;
  return { harness, requested, state };
}
