import { nearestPointsSchema, type UnderstoodPlace } from '../../contract/nearest-points.ts';
import { describePoint, type PointDetails } from '../../contract/point-details.ts';
import { askFunction } from '../ask-function.ts';

const MOST = 5;
/** The platform's word for taking parcels in. */
const TAKES_IN = 'PARCEL_SEND';
/** Leaves out the points that say what they do, and don't take parcels in. */
const FILTER = JSON.stringify({ rules: [{ lacks: [TAKES_IN], reason: TAKES_IN }] });

/** A place as it was typed, or the device's position. */
export type Around = { address: string } | { latitude: number; longitude: number };

/** A point where a parcel can be handed in. */
export interface HandInPoint {
  details: PointDetails;
  /** Name, street, town; empty if none is known. */
  lines: readonly string[];
  distanceMetres: number;
  /** false: its item doesn't say what it does. */
  takesIn: boolean;
}

export interface NearestHandIn {
  /** null: no place has this name. */
  place: UnderstoodPlace | null;
  /** The nearest first. */
  points: HandInPoint[];
}

/**
 * Asks the function for the points nearest to a place that take parcels in, in the published network.
 * @param countryCode where the parcel is handed in
 * @throws AppError
 */
export async function askHandInPoints(
  around: Around,
  countryCode: string,
  signal: AbortSignal,
): Promise<NearestHandIn> {
  const query = new URLSearchParams({ country: countryCode, filter: FILTER, limit: String(MOST) });
  for (const [name, value] of Object.entries(around)) query.set(name, String(value));
  const request = (signal: AbortSignal) => fetch(`/api/nearest-points?${query}`, { signal });
  const { place, points } = await askFunction({ request, reading: { schema: nearestPointsSchema } }, signal);
  return {
    place,
    points: points.map(({ point, summary, distanceMetres }) => {
      const details = describePoint(point);
      const takesIn = details.capabilities.includes(TAKES_IN);
      return { details, lines: summary.lines, distanceMetres, takesIn };
    }),
  };
}
