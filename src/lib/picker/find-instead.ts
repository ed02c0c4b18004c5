import type { Around, OpenedList } from '../card/card-content.ts';
import type { PointNetwork } from '../network/point-network.ts';

/** Number of points offered in place of one that is gone. */
const ALTERNATIVES = 5;

/**
 * Finds points to offer in place of one that is gone.
 * @param near where they are to be near; null: not known, and then none is nearer than others. Ids tell no position: those of one
 * network are numbered over several countries
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
