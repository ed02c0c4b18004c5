import type { OpenedList } from '../card/card-content.ts';
import type { Position } from '../network/distance.ts';
import type { PointNetwork } from '../network/point-network.ts';
import type { StoredPoint } from '../network/point-source.ts';

/** Ids that share fewer characters than this at their beginnings tell nothing of each other. */
const KIN_CHARACTERS = 2;

/** Offered in place of a point that is gone. */
const ALTERNATIVES = 5;

/**
 * The points to offer in place of one that is gone: those nearest to where it is likely to have been.
 * @param near where that is, if it is known; null: where points with such ids are
 * @param otherwise where to look when there are none
 * @throws AppError
 */
export async function findInstead(
  network: PointNetwork,
  id: string,
  near: Position | null,
  otherwise: Position,
  signal: AbortSignal,
): Promise<OpenedList & { kind: 'gone' }> {
  const { latitude, longitude } = near ?? (await findKin(network, id, signal)) ?? otherwise;
  const there = { latitude, longitude };
  const { points } = await network.nearest(there, ALTERNATIVES, { signal });
  return { kind: 'gone', id, near: there, points: points.map(({ point }) => point) };
}

/** The point whose id begins most like this one: networks number a city's points alike. */
async function findKin(network: PointNetwork, id: string, signal: AbortSignal): Promise<StoredPoint | null> {
  for (let length = id.length - 1; length >= KIN_CHARACTERS; length--) {
    const [kin] = await network.findIds(id.slice(0, length), 1, signal);
    if (kin !== undefined) return network.findById(kin, signal);
  }
  return null;
}
