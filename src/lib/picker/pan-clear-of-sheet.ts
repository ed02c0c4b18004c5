import { latitudeAt, projectLatitude, unitsOfPixels } from '#network/snapshot-format/mercator.ts';
import type { Bounds } from '#network/point-source.ts';

/** About the height of a pin, which should not be half hidden under the sheet's edge. */
const MARGIN_PX = 24;

/**
 * Whether a latitude lies in the lower part of the map that a sheet covers.
 * @param heightPx the map's height
 * @param coveredPx height of its lower part that the sheet covers
 */
export function isCovered(latitude: number, bounds: Bounds, heightPx: number, coveredPx: number): boolean {
  const north = projectLatitude(bounds.north);
  const part = (projectLatitude(latitude) - north) / (projectLatitude(bounds.south) - north);
  return part * heightPx > heightPx - coveredPx - MARGIN_PX;
}

/** Latitude to centre the map on, so that the given one is in the middle of the area that the sheet leaves free. */
export function offsetCentre(latitude: number, zoom: number, coveredPx: number): number {
  return latitudeAt(projectLatitude(latitude) + unitsOfPixels(coveredPx / 2, zoom));
}
