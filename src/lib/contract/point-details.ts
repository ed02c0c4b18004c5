import * as z from 'zod/mini';
import { byDimension, FILTER_DIMENSIONS, type DimensionValues } from './filter-dimensions.ts';
import type { Point } from './point.ts';
import { readDimension, readKnown, tidy } from './read-known.ts';
import { WEEKDAYS, type Weekday } from './weekday.ts';

/** Opening times of one day, `HH:MM` in the point's own time, as the platform writes them. */
export interface Interval {
  start: string;
  end: string;
}

/** What a card shows of a point: every known field read leniently, and the rest named but untouched. */
export interface PointDetails extends DimensionValues {
  id: string;
  /** The platform's display name, else a name that stands in place of the house's number, else the street address, else the id. */
  name: string;
  /** An http(s) address, or null when there is none that may be loaded. */
  imageUrl: string | null;
  latitude: number;
  longitude: number;
  /** IANA name, where the network says it. */
  timeZone?: string;
  /** With the number of the house, in the platform's order. */
  street: string;
  /** The platform's own field, which ends `street`; empty also where the number stands in the street alone. */
  buildingNumber: string;
  city: string;
  postalCode: string;
  capabilities: readonly string[];
  /** The platform's own texts, plain, without mark-up; may be empty. */
  descriptions: readonly string[];
  /** null when the platform doesn't say: unknown is not "no". */
  roundTheClock: boolean | null;
  /** Days the platform gives no usable times for are absent: unknown, not closed. An empty list is closed. */
  hours: Readonly<Partial<Record<Weekday, readonly Interval[]>>> | null;
  /** Fields that this version knows nothing of: name and readable value. */
  further: readonly (readonly [name: string, value: string])[];
}

/** An object whose fields read themselves leniently; what is no object counts as one without any. */
const lenient = <Fields extends z.core.$ZodLooseShape>(fields: Fields) => {
  const schema = z.looseObject(fields);
  return z.catch(schema, () => schema.parse({}));
};
const text = z.catch(z.string(), '');
const translation = lenient({ language: text, content: text });
const description = lenient({ content: text, translations: z.catch(z.array(translation), []) });
const time = z.string().check(z.regex(/^([01]\d|2[0-4]):[0-5]\d$/));
const interval = z.object({ start: time, end: time });

const detailsSchema = z.looseObject({
  displayName: text,
  imageUrl: text,
  address: lenient({ street: text, buildingNumber: text, city: text, postalCode: text }),
  capabilities: z.catch(z.array(text), []),
  description,
  description2: description,
  description3: description,
  location247: z.catch(z.nullable(z.boolean()), null),
  operatingHours: lenient({ customer: z.catch(z.nullable(z.looseObject({})), null) }),
});

/** The names above, and what every card shows anyway. */
const SHOWN = new Set([
  ...Object.keys(detailsSchema.shape),
  ...FILTER_DIMENSIONS.map(({ field }) => field),
  'id',
  'coordinates',
]);

/**
 * Reads a point for showing. Never throws: a field of the wrong shape counts as absent.
 * @param language BCP 47; texts come in it where the platform has them, else as they were written
 * @param timeZone of its clock, where the network says it: items don't
 */
export function describePoint(point: Point, language = '', timeZone?: string): PointDetails {
  const fields = detailsSchema.parse({ ...point });
  const beside = readKnown(fields.address.buildingNumber);
  const isName = beside.length > LONGEST_NUMBER;
  const buildingNumber = isName ? '' : beside;
  const street = joinStreet(readKnown(fields.address.street), buildingNumber);
  return {
    ...byDimension('field', ({ field }) => readDimension(point[field])),
    id: point.id,
    name: readKnown(fields.displayName) || (isName ? beside : '') || street || point.id,
    imageUrl: readImageUrl(fields.imageUrl),
    latitude: point.coordinates.latitude,
    longitude: point.coordinates.longitude,
    ...(timeZone && { timeZone }),
    street,
    buildingNumber,
    city: readKnown(fields.address.city),
    postalCode: readKnown(fields.address.postalCode),
    capabilities: fields.capabilities.filter((capability) => capability !== ''),
    descriptions: [fields.description, fields.description2, fields.description3]
      .map((each) => tidy(translate(each, language)))
      .filter((content) => content !== ''),
    roundTheClock: fields.location247,
    hours: readHours(fields.operatingHours.customer),
    further: Object.entries(point)
      .filter(([name, value]) => !SHOWN.has(name) && value !== null && value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const),
  };
}

/** "249-253 Block A/2"; what is longer in the number's field is the place's name ("24/7 Locker - Walsall Station"). */
const LONGEST_NUMBER = 20;
/** Some feeds write the number into the street as well. */
function joinStreet(street: string, buildingNumber: string): string {
  return street.endsWith(` ${buildingNumber}`) ? street : `${street} ${buildingNumber}`.trim();
}

function translate({ content, translations }: z.infer<typeof description>, language: string): string {
  const primary = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];
  const found = translations.find(
    (each) => each.content !== '' && primary(each.language) === primary(language),
  );
  return found?.content ?? content;
}

/** Only http(s) pictures are loaded: `javascript:`, `data:` and `blob:` addresses are nobody's business to send us. */
function readImageUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? address : null;
}

function readHours(week: Record<string, unknown> | null): PointDetails['hours'] {
  if (week === null) return null;
  const hours: Partial<Record<Weekday, readonly Interval[]>> = {};
  for (const day of WEEKDAYS) {
    const result = z.array(interval).safeParse(week[day]);
    if (result.success) hours[day] = result.data;
  }
  return Object.keys(hours).length > 0 ? hours : null;
}
