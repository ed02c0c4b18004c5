import type { Point } from '#platform/point.ts';
import { WEEKDAYS } from '#contract/weekday.ts';

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const inside = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/**
 * The fields that we count, besides those of filters. The platform promises none of them, so only the share of points that
 * have a field shows that it was dropped or renamed.
 */
const FIELDS: readonly (readonly [name: string, isPresent: (point: Point) => boolean])[] = [
  ...['city', 'postalCode', 'street', 'buildingNumber'].map(
    (part) => [`address.${part}`, (point: Point) => isText(inside(point['address'], part))] as const,
  ),
  ['capabilities', ({ capabilities }) => Array.isArray(capabilities) && capabilities.some(isText)],
  ['displayName', ({ displayName }) => isText(displayName)],
  // Shoppers see one or the other.
  ['name', ({ displayName, name }) => isText(displayName) || isText(name)],
  ['imageUrl', ({ imageUrl }) => isText(imageUrl)],
  // Treat hours that are closed every day as missing: a parcel could never be collected there.
  ['operatingHours', opens],
];

function opens({ location247, operatingHours }: Point): boolean {
  const week = inside(operatingHours, 'customer');
  const opensOn = (day: unknown) => Array.isArray(day) && day.length > 0;
  return location247 === true || WEEKDAYS.some((day) => opensOn(inside(week, day)));
}

/** Reads which of the fields a point has: one bit for each. */
export function readFieldBits(point: Point): number {
  return FIELDS.reduce((bits, [, isPresent], at) => (isPresent(point) ? bits | (1 << at) : bits), 0);
}

/** Names of the fields, and the bit of each. */
export const FIELD_BITS: ReadonlyMap<string, number> = new Map(FIELDS.map(([name], at) => [name, 1 << at]));

/** Quotes a field of a point's item, as JSON text; "missing" if the item doesn't have it. */
export function quoteField(item: unknown, name: string): string {
  const top = name.split('.').reduce(inside, item);
  const value = name === 'operatingHours' && inside(item, 'location247') === true ? 'open 24/7' : top;
  return JSON.stringify(value) ?? 'missing';
}
