import { writeDeliveryAddress } from './delivery-address.ts';
import { describePoint, type Interval, type PointDetails } from './point-details.ts';
import { isOpenRoundTheClock } from './open-week.ts';
import type { Point } from '#platform/point.ts';
import { splitAddress } from '#search/address/split-address.ts';
import { fillWeek, type PointSummary, type SummaryHours } from './point-summary-schema.ts';
import { writeAddressLines } from './write-address.ts';

/** A longer text isn't a street, and would take long to split. */
const LONGEST_STREET = 80;
const ALL_DAY = { opens: '00:00', closes: '24:00' };

/** Summarizes a point for a shop. Never throws. */
export function summarizePoint(point: Point): PointSummary {
  const details = describePoint(point);
  const { street, postalCode, city } = details;
  const country = details.country.toUpperCase();
  const [streetAlone, buildingNumber] = separateNumber(details);
  const hasOwnName = details.name !== street && details.name !== point.id;
  return {
    id: point.id,
    name: hasOwnName ? details.name : street || point.id,
    lines: [
      ...(hasOwnName ? [details.name] : []),
      ...writeAddressLines({ street, postalCode, city, country }),
    ],
    street: streetAlone || null,
    buildingNumber: buildingNumber || null,
    postalCode: postalCode || null,
    city: city || null,
    country: country || null,
    address: writeDeliveryAddress({ ...details, country }, hasOwnName ? details.name : ''),
    latitude: details.latitude,
    longitude: details.longitude,
    type: details.type || null,
    hours: readHours(details),
    openRoundTheClock: isOpenRoundTheClock(details),
  };
}

function separateNumber({ street, buildingNumber }: PointDetails): [street: string, buildingNumber: string] {
  if (buildingNumber !== '') return [street.slice(0, -buildingNumber.length).trim(), buildingNumber];
  if (street.length > LONGEST_STREET) return [street, ''];
  const split = splitAddress({ street }, '');
  return [split.street, split.house];
}

function readHours(details: PointDetails): SummaryHours | null {
  const { hours } = details;
  if (isOpenRoundTheClock(details) === true) return fillWeek(() => [ALL_DAY]);
  if (hours === null) return null;
  return fillWeek(
    (day) => hours[day]?.map(readInterval).sort((a, b) => a.opens.localeCompare(b.opens)) ?? null,
  );
}

/** Feeds write the end of a day as 00:00 or 24:00. */
function readInterval({ start, end }: Interval): { opens: string; closes: string } {
  return { opens: start, closes: end === '00:00' ? ALL_DAY.closes : end };
}
