import type { PointNetwork } from '#network/point-network.ts';
import { openSnapshot } from '#network/snapshot-network.ts';
import { SNAPSHOT_FOLDER } from '#network/snapshot-format/layout.ts';
import type { ReadPage } from '#platform/walk-points.ts';

/** Without login. Loaded on demand: needed only if no network is published. */
const readAnonymously: ReadPage = async (page, signal) =>
  (await import('./anonymous-points.ts')).readAnonymousPage(page, signal);

/**
 * Opens the network that the site has published. If there is none, or it can't be read, opens the live list and starts reading it.
 * @param readPage reads one page of the list
 * @throws AppError
 */
export async function openNetwork(readPage: ReadPage = readAnonymously): Promise<PointNetwork> {
  const published = await openPublished().catch((error: unknown) => {
    console.warn('The published network can’t be read; reading the list instead.', error);
    return null;
  });
  if (published !== null) return published;
  // Code that only one of the two needs is loaded on demand, so that it doesn't delay the first pins.
  const live = new (await import('./live-list.ts')).LiveList(readPage);
  void live.renew();
  return live;
}

/** Uses the manifest and the files that src/first-view has already requested. @returns null if none is published @throws AppError as `openSnapshot` */
async function openPublished(): Promise<PointNetwork | null> {
  const early = window.droppointManifest;
  const manifest = await early;
  if (early !== undefined && manifest === null) return null;
  return openSnapshot({
    baseUrl: SNAPSHOT_FOLDER,
    fetch: (...request) => fetch(...request),
    fetched: window.droppointFiles,
    ...(early === undefined ? {} : { manifest: early }),
    now: Date.now,
  });
}
