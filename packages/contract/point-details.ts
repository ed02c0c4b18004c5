import { parseUrl } from '#platform/parse-url.ts';
import * as z from 'zod/mini';
import { calmCapitals } from './mixed-case.ts';
import { byDimension, FILTER_DIMENSIONS, type DimensionValues } from './filter-dimensions.ts';
import { isNameInNumberField, readOwnName } from './own-name.ts';
import type { Point } from '#platform/point.ts';
import { readCity } from './read-city.ts';
import { readDimension } from './read-dimension.ts';
import { readBuildingNumber, readKnown, readStreet, cleanText } from './read-known.ts';
import { WEEKDAYS, type Weekday } from './weekday.ts';

/** An opening interval of one day, `HH:MM` in the point's local time, as the platform sends it. */
export interface Interval {
  start: string;
  end: string;
}

/**
 * Details of a point for display: the fields that we know, parsed leniently, and all others by name,
 * unchanged.
 */
export interface PointDetails extends DimensionValues {
  id: string;
  /**
   * The first of these that is known: the platform's display name, its name, a name in the building number
   * field, the street address, the id.
   */
  name: string;
  /** An http(s) address; null if there is none that we may load. */
  imageUrl: string | null;
  latitude: number;
  longitude: number;
  /** IANA name, if the network has it. */
  timeZone?: string;
  /** With the building number, in the platform's order. In mixed case, like `city`. */
  street: string;
  /**
   * The platform's own field, which is at the end of `street`; empty if the number is only in the
   * platform's street.
   */
  buildingNumber: string;
  city: string;
  postalCode: string;
  capabilities: readonly string[];
  /** The platform's texts without mark-up; may be empty. */
  descriptions: readonly string[];
  /** null means unknown, not "no". */
  roundTheClock: boolean | null;
  /** A day without usable times is absent, which means unknown. An empty list means closed. */
  hours: Readonly<Partial<Record<Weekday, readonly Interval[]>>> | null;
  /** Fields that this version doesn't know, if their value is readable for people. */
  further: readonly (readonly [name: string, value: string])[];
}

/** An object with lenient fields; any other value counts as an empty object. */
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
  address: lenient({ street: text, buildingNumber: text, postalCode: text }),
  name: text,
  capabilities: z.catch(z.array(text), []),
  description,
  description2: description,
  description3: description,
  location247: z.catch(z.nullable(z.boolean()), null),
  operatingHours: lenient({ customer: z.catch(z.nullable(z.looseObject({})), null) }),
});

/** Fields that aren't listed as `further`. */
const KNOWN_FIELDS = new Set([
  ...Object.keys(detailsSchema.shape),
  ...FILTER_DIMENSIONS.map(({ field }) => field),
  'id',
  'coordinates',
]);

/**
 * Parses a point for display. Never throws: a field of the wrong shape counts as absent.
 * @param language BCP 47 tag; texts are translated if the platform has a translation, otherwise in their
 *   original language
 * @param timeZone of the point, if the network has it; items don't contain it
 */
export function describePoint(point: Point, language = '', timeZone?: string): PointDetails {
  const fields = detailsSchema.parse({ ...point });
  const numberField = readBuildingNumber(fields.address.buildingNumber);
  const buildingNumber = isNameInNumberField(numberField) ? '' : numberField;
  const dimensions = byDimension('field', ({ field }) => readDimension(point[field]));
  const rawStreet = joinStreet(readStreet(fields.address.street), buildingNumber);
  const street = calmCapitals(rawStreet, dimensions.country);
  const name = readOwnName({ ...fields, buildingNumber: fields.address.buildingNumber });
  return {
    ...dimensions,
    id: point.id,
    // A name that only repeats the street gets the same spelling as the street.
    name: (name === rawStreet ? street : name) || street || point.id,
    imageUrl: readImageUrl(fields.imageUrl),
    latitude: point.coordinates.latitude,
    longitude: point.coordinates.longitude,
    ...(timeZone && { timeZone }),
    street,
    buildingNumber,
    city: calmCapitals(readCity(fields.address).name, dimensions.country),
    postalCode: readKnown(fields.address.postalCode),
    capabilities: fields.capabilities.filter((capability) => capability !== ''),
    descriptions: [fields.description, fields.description2, fields.description3]
      .map((each) => cleanText(translate(each, language)))
      .filter((content) => content !== ''),
    roundTheClock: fields.location247,
    hours: readHours(fields.operatingHours.customer),
    further: Object.entries(point)
      .filter(([name]) => !KNOWN_FIELDS.has(name) && !name.startsWith('_'))
      .map(([name, value]) => [name, formatPlainValue(value)] as const)
      .filter(([, value]) => value !== ''),
  };
}

/**
 * Formats a plain value or a list of plain values as text; empty for any other value, which only programs
 * can read.
 */
function formatPlainValue(value: unknown): string {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const isPlain = values.every((each) => ['string', 'number', 'boolean'].includes(typeof each));
  return isPlain ? values.join(', ') : '';
}

/** Appends the number to the street, unless the street already ends with it. */
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

/** Accepts only http(s) pictures, never `javascript:`, `data:` or `blob:` addresses. */
function readImageUrl(address: string): string | null {
  return /^https?:$/.test(parseUrl(address)?.protocol ?? '') ? address : null;
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
