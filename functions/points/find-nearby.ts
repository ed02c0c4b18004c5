import type { NearbyPoint } from '#contract/nearby-point.ts';
import { describePoint } from '#contract/point-details.ts';
import { summarizePoint } from '#contract/point-summary.ts';
import type { Point } from '#platform/point.ts';
import { findShopWords } from '#contract/shop-words.ts';
import { findFilterError, type ShopFilter } from '#filter/filter-error.ts';
import { distanceMetres, type Position } from '#network/distance.ts';
import type { PointNetwork } from '#network/point-network.ts';
import type { PublishedVersion } from './published-network.ts';
import type { ShopConditions } from './shop-conditions.ts';

/**
 * The nearest points that a shop accepts.
 * @param limit maximum number of points
 * @param maxItemsRead how many of the nearest are read if there is a filter, which may reject any number of them
 * @throws AppError
 */
export async function findNearby(
  network: PublishedVersion,
  snapshot: PointNetwork,
  around: Position,
  { required, excludedIds, filter }: ShopConditions,
  limit: number,
  maxItemsRead: number,
): Promise<NearbyPoint[]> {
  const amount = (filter === undefined ? limit : maxItemsRead) + excludedIds.length;
  const nearest = await snapshot.nearest(around, amount, {
    filter: Object.keys(required).length === 0 ? null : required,
  });
  const found: NearbyPoint[] = [];
  // Sequentially: neighbouring points are mostly in one file, which is then read once.
  for (const { point: stored } of nearest.points) {
    if (found.length === limit) break;
    if (excludedIds.includes(stored.id)) continue;
    const item = await network.readItem(stored.place, stored.id);
    if (item === null) continue;
    if (filter !== undefined && findFilterError(describePoint(item), filter) !== null) continue;
    found.push(describeNearby(item, around, filter));
  }
  return found;
}

export function describeNearby(point: Point, around: Position, filter: ShopFilter): NearbyPoint {
  return {
    distanceMetres: Math.round(distanceMetres(around, point.coordinates)),
    label: filter === undefined ? null : findShopWords(describePoint(point), filter.rules, 'label'),
    summary: summarizePoint(point),
    point,
  };
}
