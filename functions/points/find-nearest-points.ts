import type { NearestPointsAnswer } from '../../src/lib/contract/nearest-points.ts';
import { summarizePoint } from '../../src/lib/contract/point-summary.ts';
import { distanceMetres } from '../../src/lib/network/distance.ts';
import type { PublishedVersion } from './published-network.ts';
import type { NearestQuestion } from './read-nearest-question.ts';
import { understandPlace } from './understand-place.ts';

/** The points nearest to a place that would do. @throws AppError */
export async function findNearestPoints(
  network: PublishedVersion,
  { around, wanted, excludedIds, limit }: NearestQuestion,
): Promise<NearestPointsAnswer> {
  const { place, near } = await network.withSnapshot(async (snapshot) => {
    const place = await understandPlace(snapshot, around, wanted.countries ?? []);
    if (place === null) return { place, near: [] };
    const filter = Object.keys(wanted).length === 0 ? null : wanted;
    const { points } = await snapshot.nearest(place, limit + excludedIds.length, { filter });
    return { place, near: points.map(({ point }) => point) };
  });
  const points: NearestPointsAnswer['points'] = [];
  // One after the other: neighbours mostly stand in one file, which then is read once.
  for (const { id, place: ordinal } of near) {
    if (excludedIds.includes(id) || points.length === limit) continue;
    const point = await network.readItem(ordinal, id);
    if (point === null || place === null) continue;
    points.push({
      distanceMetres: Math.round(distanceMetres(place, point.coordinates)),
      summary: summarizePoint(point),
      point,
    });
  }
  return { place, points, checkedAt: network.walkedAt };
}
