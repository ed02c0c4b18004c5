import { nearestPointsSchema, type UnderstoodPlace } from '#contract/nearest-points.ts';
import { describePoint, type PointDetails } from '#contract/point-details.ts';
import { callFunction } from '#contract/call-function.ts';

const MAX_POINTS = 5;
/** The platform's name for accepting parcels. */
const ACCEPTS_PARCELS = 'PARCEL_SEND';
/** Leaves out points that list their capabilities and don't accept parcels. */
const FILTER = JSON.stringify({ rules: [{ lacks: [ACCEPTS_PARCELS], reason: ACCEPTS_PARCELS }] });

/** A place as the user typed it, or the device's position. */
export type SearchPlace = { address: string } | { latitude: number; longitude: number };

/** A point where a parcel can be handed in. */
export interface HandInPoint {
  details: PointDetails;
  /** Name, street, town; empty if all are unknown. */
  lines: readonly string[];
  distanceMetres: number;
  /** false if its item doesn't list capabilities. */
  takesIn: boolean;
}

export interface NearestHandIn {
  /** null if no place has this name. */
  place: UnderstoodPlace | null;
  /** Sorted by distance. */
  points: HandInPoint[];
}

/**
 * Fetches the nearest points in the published network that accept parcels.
 * @param countryCode country in which the parcel is handed in
 * @throws AppError
 */
export async function fetchHandInPoints(
  around: SearchPlace,
  countryCode: string,
  signal: AbortSignal,
): Promise<NearestHandIn> {
  const query = new URLSearchParams({ country: countryCode, filter: FILTER, limit: String(MAX_POINTS) });
  for (const [name, value] of Object.entries(around)) query.set(name, String(value));
  const request = (signal: AbortSignal) => fetch(`/api/nearest-points?${query}`, { signal });
  const { place, points } = await callFunction({ request, reading: { schema: nearestPointsSchema } }, signal);
  return {
    place,
    points: points.map(({ point, summary, distanceMetres }) => {
      const details = describePoint(point);
      const takesIn = details.capabilities.includes(ACCEPTS_PARCELS);
      return { details, lines: summary.lines, distanceMetres, takesIn };
    }),
  };
}
