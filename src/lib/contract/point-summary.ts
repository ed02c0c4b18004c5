import * as z from 'zod/mini';
import { deliveryAddressSchema, writeDeliveryAddress } from './delivery-address.ts';
import { describePoint, type Interval, type PointDetails } from './point-details.ts';
import type { Point } from '#platform/point.ts';
import { splitStreet } from './split-street.ts';
import { WEEKDAYS, type Weekday } from './weekday.ts';
import { writeAddressLines } from './write-address.ts';

/** `HH:MM` in the point's local time. An interval that closes before it opens spans midnight. */
const openSchema = z.object({ opens: z.string(), closes: z.string() });
/** Empty: closed that day. null: unknown. */
export const openingDaySchema = z.nullable(z.array(openSchema));
const hoursSchema = z.object(fillWeek(() => openingDaySchema));

/** Data of a point for a shop's e-mails and invoices. Unknown values are null, never empty or "unknown". */
export const pointSummarySchema = z.object({
  id: z.string(),
  /** The platform's display name, else a name in the field of the building number, else street and number, else the id. */
  name: z.string(),
  /** Lines to print: the name unless it is the street or the id, the street, the town. Empty if none is known. */
  lines: z.array(z.string()),
  street: z.nullable(z.string()),
  buildingNumber: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** ISO 3166-1 alpha-2 in upper case, if the platform follows it. */
  country: z.nullable(z.string()),
  /** The shipping address of an order. */
  address: deliveryAddressSchema,
  /** Degrees. */
  latitude: z.number(),
  longitude: z.number(),
  /** The platform's type: `APM`, `PUDO`, or one added later. */
  type: z.nullable(z.string()),
  /** All seven days; null if all are unknown. The end of a day is `24:00`; round the clock is `00:00` to `24:00`. */
  hours: z.nullable(hoursSchema),
  /** null: unknown. */
  openRoundTheClock: z.nullable(z.boolean()),
});

export type PointSummary = z.infer<typeof pointSummarySchema>;
type Hours = z.infer<typeof hoursSchema>;

/** Longer texts are no street, and would take long to split. */
const LONGEST_STREET = 80;
const ALL_DAY = { opens: '00:00', closes: '24:00' };

/** Summarizes a point for a shop. Never throws. */
export function summarizePoint(point: Point): PointSummary {
  const details = describePoint(point);
  const { street, postalCode, city } = details;
  const country = details.country.toUpperCase();
  const [streetAlone, buildingNumber] = takeNumberOff(details);
  const hasOwnName = details.name !== street && details.name !== point.id;
  const hours = readHours(details);
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
    address: writeDeliveryAddress({
      id: point.id,
      ownName: hasOwnName ? details.name : '',
      street,
      postalCode,
      city,
      country,
    }),
    latitude: details.latitude,
    longitude: details.longitude,
    type: details.type || null,
    hours,
    openRoundTheClock: isAlwaysOpen(hours) ?? details.roundTheClock,
  };
}

function takeNumberOff({ street, buildingNumber }: PointDetails): [street: string, buildingNumber: string] {
  if (buildingNumber !== '') return [street.slice(0, -buildingNumber.length).trim(), buildingNumber];
  if (street.length > LONGEST_STREET) return [street, ''];
  const split = splitStreet(street, '');
  return [split.street, split.house];
}

function readHours({ hours, roundTheClock }: PointDetails): Hours | null {
  if (roundTheClock === true) return fillWeek(() => [ALL_DAY]);
  if (hours === null) return null;
  return fillWeek(
    (day) => hours[day]?.map(readInterval).sort((a, b) => a.opens.localeCompare(b.opens)) ?? null,
  );
}

function fillWeek<Day>(make: (day: Weekday) => Day): Record<Weekday, Day> {
  return Object.fromEntries(WEEKDAYS.map((day) => [day, make(day)])) as Record<Weekday, Day>;
}

/** Feeds write the end of a day as 00:00 or 24:00. */
function readInterval({ start, end }: Interval): { opens: string; closes: string } {
  return { opens: start, closes: end === '00:00' ? ALL_DAY.closes : end };
}

/** false if a day is known not to be open all day; otherwise null if a day is unknown. */
function isAlwaysOpen(hours: Hours | null): boolean | null {
  if (hours === null) return null;
  const days = Object.values(hours).map((day) =>
    day === null
      ? null
      : day.some(({ opens, closes }) => opens === ALL_DAY.opens && closes === ALL_DAY.closes),
  );
  return days.includes(false) ? false : days.includes(null) ? null : true;
}
