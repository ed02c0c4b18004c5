import type { Point } from '#platform/point.ts';
import { describePoint } from '../../contract/point-details.ts';
import type { ChosenPoint } from './written-shipment.ts';

/** A point of the map as the destination of a parcel. */
export function chosenPointOf(item: Point): ChosenPoint {
  const { name, country } = describePoint(item);
  return { id: item.id, name, countryCode: country, item };
}
