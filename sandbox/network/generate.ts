import { makeItem } from './items.ts';
import { placePoints } from './place.ts';

/** A generated network. Items are made on demand, so a million points take some tens of megabytes. */
export type Network = ReturnType<typeof generateNetwork>;

/**
 * Generates a network, deterministically for the same settings. City data © GeoNames, CC BY 4.0.
 * @param settings number of points, seed, and origin of the pictures
 */
export function generateNetwork(settings: { points: number; seed: number; imageBase: string }) {
  const { points, seed, imageBase } = settings;
  const placement = placePoints(points, seed);
  const itemAt = (index: number) => makeItem(placement, index, seed, imageBase);
  return { count: points, itemAt, jsonAt: (index: number) => JSON.stringify(itemAt(index)) };
}
