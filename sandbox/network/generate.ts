import { generateId, makeItem } from './items.ts';
import { placePoints } from './place.ts';

/**
 * Generates a network, deterministically for the same settings. Items are made on demand, so a million points take some tens of
 * megabytes. City data © GeoNames, CC BY 4.0.
 * @param settings number of points, seed, and origin of the pictures
 */
export function generateNetwork(settings: { points: number; seed: number; imageBase: string }) {
  const { points, seed, imageBase } = settings;
  const placement = placePoints(points, seed);
  const itemAt = (index: number) => makeItem(placement, index, seed, imageBase);
  return {
    count: points,
    itemAt,
    jsonAt: (index: number) => JSON.stringify(itemAt(index)),
    idAt: (index: number) => generateId(placement, index),
  };
}
