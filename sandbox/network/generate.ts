import type { SandboxPoints } from '../points.ts';
import { makeItem, type PointItem } from './items.ts';
import { placePoints } from './place.ts';

export interface NetworkSettings {
  /** Number of points. */
  points: number;
  seed: number;
  /** Origin that serves the pictures. */
  imageBase: string;
}

/** A made-up network; items are made when asked for, so a million points take some tens of megabytes. */
export interface Network extends SandboxPoints {
  /** @param index 0 … count-1, in the order of the list */
  itemAt: (index: number) => PointItem;
}

/** Makes a network that is the same for the same settings. City data © GeoNames, CC BY 4.0. */
export function generateNetwork({ points, seed, imageBase }: NetworkSettings): Network {
  const placement = placePoints(points, seed);
  const itemAt = (index: number) => makeItem(placement, index, seed, imageBase);
  return { count: points, itemAt, jsonAt: (index) => JSON.stringify(itemAt(index)) };
}
