import type { Point } from '#platform/point.ts';
import { WEEKDAYS } from '../src/lib/contract/weekday.ts';

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const inside = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/**
 * The fields that are counted, besides those of filters. The platform promises none of them, so only the share of points that
 * have one shows that it was dropped or renamed.
 */
const FIELDS: readonly (readonly [name: string, isGiven: (point: Point) => boolean])[] = [
  ...['city', 'postalCode', 'street', 'buildingNumber'].map(
    (part) => [`address.${part}`, (point: Point) => isText(inside(point['address'], part))] as const,
  ),
  ['capabilities', ({ capabilities }) => Array.isArray(capabilities) && capabilities.some(isText)],
  ['displayName', ({ displayName }) => isText(displayName)],
  // Shoppers see either.
  ['name', ({ displayName, name }) => isText(displayName) || isText(name)],
  ['imageUrl', ({ imageUrl }) => isText(imageUrl)],
  // Closed on every day is as good as unknown: nobody can collect a parcel there.
  ['operatingHours', opens],
];

function opens({ location247, operatingHours }: Point): boolean {
  const week = inside(operatingHours, 'customer');
  const opensOn = (day: unknown) => Array.isArray(day) && day.length > 0;
  return location247 === true || WEEKDAYS.some((day) => opensOn(inside(week, day)));
}

/** Which of the fields a point has: a bit for each. */
export function readGiven(point: Point): number {
  return FIELDS.reduce((bits, [, isGiven], at) => (isGiven(point) ? bits | (1 << at) : bits), 0);
}

/** Names of the fields, and the bit of each. */
export const GIVEN_BITS: ReadonlyMap<string, number> = new Map(FIELDS.map(([name], at) => [name, 1 << at]));

/** What a point's item says in a field of that name, as text. */
export function quoteField(item: unknown, name: string): string {
  const top = name.split('.').reduce(inside, item);
  const value = name === 'operatingHours' && inside(item, 'location247') === true ? 'open 24/7' : top;
  return JSON.stringify(value) ?? 'missing';
}
