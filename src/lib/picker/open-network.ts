import { followSnapshot } from '../network/follow-snapshot.ts';
import type { PointNetwork, Snapshot } from '../network/point-network.ts';
import type { ReadPage } from './missing-pages.ts';

/** Where the site serves its published network. */
const FOLDER = '/snapshot/';

/** As nobody in particular: needed only where no network is published, so it isn't brought along before. */
const readAnonymously: ReadPage = async (page, signal) =>
  (await import('./anonymous-points.ts')).readAnonymousPage(page, signal);

/**
 * Opens the network that the site has published; where there is none, or none that can be read, the list, which is read from then on.
 * @param readPage reads one page of the list
 * @throws AppError
 */
export async function openNetwork(readPage: ReadPage = readAnonymously): Promise<PointNetwork> {
  const published = await openPublished().catch((error: unknown) => {
    console.warn('The published network can’t be read; reading the list instead.', error);
    return null;
  });
  if (published !== null) return published;
  // What only one of the two needs is brought along when it is needed: the first pins wait for nothing else.
  const live = new (await import('./live-list.ts')).LiveList(readPage);
  void live.renew();
  return live;
}

/** src/first-view has asked for the manifest already. @returns null where none is published @throws AppError as `followSnapshot` */
async function openPublished(): Promise<Snapshot | null> {
  const early = window.droppointManifest;
  const manifest = await early;
  if (early !== undefined && manifest === null) return null;
  return followSnapshot({
    baseUrl: FOLDER,
    fetch: (...request) => fetch(...request),
    ...(early === undefined ? {} : { manifest: early }),
    now: Date.now,
  });
}
