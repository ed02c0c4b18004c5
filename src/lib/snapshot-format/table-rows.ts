import * as z from 'zod/mini';

/** Rows of the look-up tables (docs/snapshot-format.md). Further columns of later versions are let through. */

const count = z.number().check(z.gte(0));
const latitude = z.number().check(z.gte(-90), z.lte(90));
const longitude = z.number().check(z.gte(-180), z.lte(180));

/** `[id, ordinal]` */
export const idRowSchema = z.tuple([z.string(), z.int().check(z.gte(0))], z.unknown());

/**
 * `[folded name, name, kind, country, latitude, longitude, number of points]`. Rows under another name of the place have that name
 * behind these, as it is written; empty where it is only another spelling.
 */
export const placeRowSchema = z.tuple(
  [z.string(), z.string(), z.enum(['city', 'postcode']), z.string(), latitude, longitude, count],
  z.unknown(),
);
export type PlaceRow = z.infer<typeof placeRowSchema>;
export type PlaceKind = PlaceRow[2];

/** The other name under which a row stands; null in a place's own row. */
export function otherNameOf(row: PlaceRow): string | null {
  const name = row[7];
  return typeof name === 'string' ? name : null;
}

/** `[key, street, city, country, latitude, longitude, number of points]` and, where its points stand apart, its houses behind these. */
export const streetRowSchema = z.tuple(
  [z.string(), z.string(), z.string(), z.string(), latitude, longitude, count],
  z.unknown(),
);
export type StreetRow = z.infer<typeof streetRowSchema>;

const whole = z.int();
const housesSchema = z.catch(z.array(z.tuple([z.string(), whole, whole], z.unknown())), []);
/** `[number, north, east]`: how far a house lies from the row's position, in 1e-5 degrees. */
export type House = z.infer<typeof housesSchema>[number];

/** The houses of a street that have a position of their own. */
export function housesOf(row: StreetRow): House[] {
  return housesSchema.parse(row[7]);
}

/** Degrees have so many units of their last decimal, about a metre. */
export const DECIMALS = 1e5;

/** Degrees as they are written in a row. */
export function roundDegrees(degrees: number): number {
  return Math.round(degrees * DECIMALS) / DECIMALS;
}

/** `places/countries.json`: `[folded name, country]` */
export const countryNamesSchema = z.array(z.tuple([z.string(), z.string()], z.unknown()));
