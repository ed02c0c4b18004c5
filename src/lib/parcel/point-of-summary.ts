import type { PointDetails } from '../contract/point-details.ts';
import type { PointSummary } from '../contract/point-summary-schema.ts';
import { WEEKDAYS } from '../contract/weekday.ts';

/** A summary as the details that a point's card shows. What a summary hasn't is unknown. */
export function detailsOf(summary: PointSummary): PointDetails {
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

/** Days that are unknown are absent. */
function readHours(hours: NonNullable<PointSummary['hours']>): NonNullable<PointDetails['hours']> {
  return Object.fromEntries(
    WEEKDAYS.flatMap((day) => {
      const intervals = hours[day];
      if (intervals === null) return [];
      return [[day, intervals.map(({ opens, closes }) => ({ start: opens, end: closes }))]];
    }),
  );
}
