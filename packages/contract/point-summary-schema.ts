import * as z from 'zod/mini';
import { deliveryAddressSchema } from './delivery-address.ts';
import { WEEKDAYS, type Weekday } from './weekday.ts';

/** `HH:MM` in the point's local time. An interval that closes before it opens spans midnight. */
const openSchema = z.object({ opens: z.string(), closes: z.string() });
/** Empty if closed that day, null if unknown. */
export const openingDaySchema = z.nullable(z.array(openSchema));
const hoursSchema = z.object(fillWeek(() => openingDaySchema));

/** A point's data for a shop's emails and invoices. Unknown values are null, never empty or "unknown". */
export const pointSummarySchema = z.object({
  id: z.string(),
  /**
   * The first of these that is known: the platform's display name, a name in the building number field,
   * street and number, the id.
   */
  name: z.string(),
  /**
   * Lines to print: the name (unless it is the street or the id), the street, the town. Empty if all are
   * unknown.
   */
  lines: z.array(z.string()),
  street: z.nullable(z.string()),
  buildingNumber: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** ISO 3166-1 alpha-2 in upper case, if the platform follows it. */
  country: z.nullable(z.string()),
  address: deliveryAddressSchema,
  /** Degrees. */
  latitude: z.number(),
  longitude: z.number(),
  /** The platform's type: `APM`, `PUDO`, or one added later. */
  type: z.nullable(z.string()),
  /**
   * All seven days; null if all are unknown. A day ends at `24:00`; round the clock is `00:00` to `24:00`.
   */
  hours: z.nullable(hoursSchema),
  /** null: unknown. */
  openRoundTheClock: z.nullable(z.boolean()),
});

export type PointSummary = z.infer<typeof pointSummarySchema>;
export type SummaryHours = z.infer<typeof hoursSchema>;

export function fillWeek<Day>(make: (day: Weekday) => Day): Record<Weekday, Day> {
  return Object.fromEntries(WEEKDAYS.map((day) => [day, make(day)])) as Record<Weekday, Day>;
}
