import type { PointDetails } from '#contract/point-details.ts';
import type { PointSummary } from '#contract/point-summary-schema.ts';
import { WEEKDAYS } from '#contract/weekday.ts';

/**
 * Converts a summary to the details that a point's card shows. Fields that a summary lacks are unknown.
 */
export function detailsFromSummary(summary: PointSummary): PointDetails {
  const { id, name, latitude, longitude, hours } = summary;
  return {
    id,
    name,
    imageUrl: null,
    latitude,
    longitude,
    street: summary.street ?? '',
    buildingNumber: summary.buildingNumber ?? '',
    city: summary.city ?? '',
    postalCode: summary.postalCode ?? '',
    country: summary.country ?? '',
    type: summary.type ?? '',
    locationType: '',
    capabilities: [],
    descriptions: [],
    roundTheClock: summary.openRoundTheClock,
    hours: hours && readHours(hours),
    further: [],
  };
}

/** Days with unknown hours are omitted. */
function readHours(hours: NonNullable<PointSummary['hours']>): NonNullable<PointDetails['hours']> {
  return Object.fromEntries(
    WEEKDAYS.flatMap((day) => {
      const intervals = hours[day];
      if (intervals === null) return [];
      return [[day, intervals.map(({ opens, closes }) => ({ start: opens, end: closes }))]];
    }),
  );
}
