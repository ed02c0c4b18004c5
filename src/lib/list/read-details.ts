import { AppError } from '#platform/errors.ts';
import { describePoint, type PointDetails } from '#contract/point-details.ts';
import { createLru } from '#async/lru.ts';
import type { StoredPoint } from '#network/point-source.ts';
import type { PointNetwork } from '#network/point-network.ts';

/** More than a list ever shows, so that going back to a previous list needs no requests. */
const MAX_DETAILS = 700;

/** Details of a row's point; `gone` if it is no longer in the network. */
export type Details = PointDetails | 'gone' | 'failed';

export function createDetailsReader(network: Pick<PointNetwork, 'readItem'>) {
  const cache = createLru<string, Details>(MAX_DETAILS);

  async function readOne(point: StoredPoint, signal: AbortSignal): Promise<void> {
    try {
      const item = await network.readItem(point, signal);
      cache.set(point.id, item === null ? 'gone' : describePoint(item, '', point.timeZone));
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'aborted')) cache.set(point.id, 'failed');
    }
  }

  return {
    get: (id: string) => cache.get(id),
    /**
     * Reads missing details; retries failed ones. Never rejects.
     * @param onread called when details arrive, once for those that arrive together; the last call is before the promise resolves
     */
    async read(points: readonly StoredPoint[], signal: AbortSignal, onread: () => void): Promise<void> {
      const missing = points.filter(({ id }) => !cache.has(id) || cache.get(id) === 'failed');
      let notifyQueued = false;
      // Neighbours are in one file: requesting them consecutively loads it only once.
      const inFiles = [...missing].sort((a, b) => a.place - b.place);
      await Promise.all(
        inFiles.map(async (point) => {
          await readOne(point, signal);
          if (notifyQueued || signal.aborted) return;
          notifyQueued = true;
          setTimeout(() => {
            notifyQueued = false;
            if (!signal.aborted) onread();
          });
        }),
      );
      if (notifyQueued) await new Promise((received) => setTimeout(received));
    },
  };
}
