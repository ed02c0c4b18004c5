import { followSnapshot } from '../network/follow-snapshot.ts';
import type { Snapshot } from '../network/snapshot.ts';

/** Where the site serves its published network. */
const FOLDER = '/snapshot/';

/**
 * Opens the network that the site has published; app.html has asked for its manifest already.
 * @returns null where none is published
 * @throws AppError as `followSnapshot`
 */
export async function openPublished(): Promise<Snapshot | null> {
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
