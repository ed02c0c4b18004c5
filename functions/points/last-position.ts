import { AppError } from '../../src/lib/contract/errors.ts';
import type { Position } from '../../src/lib/network/distance.ts';
import type { PointLookUp } from './point-look-up.ts';

/**
 * Where a point was that the network has no more, as the versions that still lie beside the current one know it.
 * @param versions the newest first
 * @returns null when none of them knows it
 */
export async function findLastPosition(
  id: string,
  versions: readonly PointLookUp[],
): Promise<Position | null> {
  for (const version of versions) {
    try {
      const point = await version.findPoint(id);
      if (point !== null) return point.coordinates;
    } catch (error) {
      // Only the alternatives hang on it: a version that can't be read is passed over.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return null;
}
