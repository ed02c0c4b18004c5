import type { Around, OpenedList } from '../card/card-content.ts';
import type { PointNetwork } from '#network/point-network.ts';

/** Number of points offered in place of one that is gone. */
const ALTERNATIVES = 5;

/**
 * Finds points to offer in place of one that is gone.
 * @param near the position to search around; null if it isn't known, and then no point is nearer than
 * others. An id doesn't reveal the position: ids of one network are numbered across several countries
 * @throws AppError
 */
export async function findInstead(
  network: PointNetwork,
  id: string,
  near: Around | null,
  signal: AbortSignal,
): Promise<OpenedList & { kind: 'gone' }> {
  if (near === null) return { kind: 'gone', id, near, points: [] };
  const { latitude, longitude } = near;
  const { points } = await network.nearest({ latitude, longitude }, ALTERNATIVES, { signal });
  return { kind: 'gone', id, near, points: points.map(({ point }) => point) };
}
