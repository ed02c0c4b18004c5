import type { OpenedList } from '../card/card-content.ts';
import type { Position } from '../network/distance.ts';
import type { PointNetwork } from '../network/point-network.ts';
import type { StoredPoint } from '../network/point-source.ts';

/** Ids with a shorter common prefix are considered unrelated. */
const MIN_SHARED_CHARACTERS = 2;

/** Number of points offered in place of one that is gone. */
const ALTERNATIVES = 5;

/**
 * Finds points to offer in place of one that is gone: those nearest to its probable position.
 * @param near that position if known; null: the position of a point with a similar id
 * @param otherwise position to use if there is no such point
 * @throws AppError
 */
export async function findInstead(
  network: PointNetwork,
  id: string,
  near: Position | null,
  otherwise: Position,
  signal: AbortSignal,
): Promise<OpenedList & { kind: 'gone' }> {
  const { latitude, longitude } = near ?? (await findWithSimilarId(network, id, signal)) ?? otherwise;
  const there = { latitude, longitude };
  const { points } = await network.nearest(there, ALTERNATIVES, { signal });
  return { kind: 'gone', id, near: there, points: points.map(({ point }) => point) };
}

/** The point whose id has the longest common prefix with this one: networks give points of one city similar ids. */
async function findWithSimilarId(
  network: PointNetwork,
  id: string,
  signal: AbortSignal,
): Promise<StoredPoint | null> {
  for (let length = id.length - 1; length >= MIN_SHARED_CHARACTERS; length--) {
    const [similar] = await network.findIds(id.slice(0, length), 1, signal);
    if (similar !== undefined) return network.findById(similar, signal);
  }
  return null;
}
