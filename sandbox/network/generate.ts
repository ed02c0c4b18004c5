import type { SandboxPoints } from '../points.ts';
import { makeItem, type PointItem } from './items.ts';
import { placePoints } from './place.ts';

export interface NetworkSettings {
  /** Number of points. */
  points: number;
  seed: number;
  /** Origin of the pictures. */
  imageBase: string;
}

/** A generated network. Items are made on demand, so a million points take some tens of megabytes. */
export interface Network extends SandboxPoints {
  /** @param index position in the list, 0 … count-1 */
  itemAt: (index: number) => PointItem;
}

/** Generates a network, deterministically for the same settings. City data © GeoNames, CC BY 4.0. */
export function generateNetwork({ points, seed, imageBase }: NetworkSettings): Network {
  const placement = placePoints(points, seed);
  const itemAt = (index: number) => makeItem(placement, index, seed, imageBase);
  return { count: points, itemAt, jsonAt: (index) => JSON.stringify(itemAt(index)) };
}
