import { latitudeAt, projectLatitude, unitsOfPixels } from '../snapshot-format/mercator.ts';
import type { Bounds } from '../network/point-store.ts';

/** A pin is about this high, and should not stick halfway under the sheet's edge. */
const MARGIN_PX = 24;

/**
 * Whether a latitude lies in the lower part of the map that a sheet covers.
 * @param heightPx the map's height
 * @param coveredPx how much of it the sheet covers, from below
 */
export function isCovered(latitude: number, bounds: Bounds, heightPx: number, coveredPx: number): boolean {
  const [north, south, y] = [bounds.north, bounds.south, latitude].map(projectLatitude) as [
    number,
    number,
    number,
  ];
  return ((y - north) / (south - north)) * heightPx > heightPx - coveredPx - MARGIN_PX;
}

/** The latitude the map has to be centred on, so that the given one stands in the middle of what the sheet leaves free. */
export function offsetCentre(latitude: number, zoom: number, coveredPx: number): number {
  return latitudeAt(projectLatitude(latitude) + unitsOfPixels(coveredPx / 2, zoom));
}
