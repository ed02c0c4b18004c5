import * as z from 'zod/mini';

/**
 * The look-up tables of a published network (docs/snapshot-format.md): names of their files, and their
 * rows, which may have additional columns from later versions.
 */

/** Tables sorted by their first column, split into pages. */
export type TableName = 'ids' | 'set-aside' | 'places' | 'streets' | 'names';

/** Maximum rows in a page of a look-up table. */
export const ROWS_IN_PAGE = 512;
/** Maximum rows in a page of the table of points' names; lower, so that a search reads little. */
export const NAMES_IN_PAGE = 256;

export const tableIndexFile = (table: TableName) => `${table}/index.json`;
export const tablePageFile = (table: TableName, page: number) => `${table}/${page}.json`;
export const COUNTRY_NAMES = 'places/countries.json';
export const LARGEST_CITIES = 'places/largest.json';

/** Number of cities per country in `LARGEST_CITIES`. */
export const LARGEST_OF_COUNTRY = 5;

/**
 * Name of the file with precomputed search results for one and two letters. Letters with the same remainder
 * share a file. The number of files grows with the number of points, so that each has about 3 KB
 * compressed.
 * @param letter first code point of folded names
 * @param country code of the country whose places the file contains; empty for all countries
 * @param points number of points in that country according to the manifest's classes
 */
export function shortPlacesFile(letter: string, country: string, points: number): string {
  const files = Math.max(1, Math.ceil(Math.sqrt(points) / 7));
  return `places/short/${country === '' ? '' : `${country}/`}${letter.codePointAt(0)! % files}.json`;
}

type Check<Value> = (value: unknown) => value is Value;

/**
 * Creates a schema for a row from checks of its columns. Zod's tuple copies each row and takes four times
 * as long, which slows typing down.
 */
function row<Columns extends readonly unknown[]>(...columns: { [At in keyof Columns]: Check<Columns[At]> }) {
  return z.custom<[...Columns, ...unknown[]]>(
    (value) => Array.isArray(value) && columns.every((isValid, at) => isValid(value[at])),
  );
}

const text = (value: unknown): value is string => typeof value === 'string';
const within =
  (least: number, most: number) =>
  (value: unknown): value is number =>
    typeof value === 'number' && value >= least && value <= most;
// JSON may contain 1e309, which is read as Infinity.
const count = within(0, Number.MAX_VALUE);
const latitude = within(-90, 90);
const longitude = within(-180, 180);
const placeKind = (value: unknown): value is 'city' | 'postcode' => value === 'city' || value === 'postcode';

/** `[id, ordinal]` */
export const idRowSchema = z.tuple([z.string(), z.int().check(z.gte(0))], z.unknown());

/**
 * `[folded name, name, kind, country, latitude, longitude, number of points]`. A row for another name of
 * the place has that name, not folded, as an additional last column, which is empty if the name is only
 * another spelling.
 */
export const placeRowSchema = row(text, text, placeKind, text, latitude, longitude, count);
export type PlaceRow = z.infer<typeof placeRowSchema>;
/** `places/largest.json`: a list of rows by country. */
export const largestCitiesSchema = z.record(z.string(), z.unknown());
export type PlaceKind = PlaceRow[2];

/** The alternative name that a row stands for; null for a place's main row. */
export function otherNameOf(row: PlaceRow): string | null {
  const name = row[7];
  return typeof name === 'string' ? name : null;
}

/** `[key, street, city, country, latitude, longitude, number of points]`, its houses and, since 2.8, the number of points of its city. */
export const streetRowSchema = row(text, text, text, text, latitude, longitude, count);
export type StreetRow = z.infer<typeof streetRowSchema>;

/**
 * `[key, name, city, country, latitude, longitude, id]`, and since 2.8 the street with the house number. The key is the folded name and the
 * folded city.
 */
export const nameRowSchema = row(text, text, text, text, latitude, longitude, text);
export type NameRow = z.infer<typeof nameRowSchema>;

/** The street of a named point, with the house number; empty if it isn't known. */
export const streetOfNamed = (row: NameRow): string => (typeof row[7] === 'string' ? row[7] : '');

const whole = z.int();
const housesSchema = z.catch(z.array(z.tuple([z.string(), whole, whole], z.unknown())), []);
/** `[number, north, east]`: the offset of a house from the row's position, in 1e-5 degrees. */
export type House = z.infer<typeof housesSchema>[number];

/** Reads the houses of a street that have their own position. */
export const housesOf = (row: StreetRow) =>
  housesSchema.parse(row[7]).map(([house, north, east]) => ({
    house,
    latitude: roundDegrees(row[4] + north / DECIMALS),
    longitude: roundDegrees(row[5] + east / DECIMALS),
  }));

/** The number of points of a street's city; 0 if it isn't known. */
export const pointsOfCity = (row: StreetRow): number => (typeof row[8] === 'number' ? row[8] : 0);

/** Positions are rounded to 1 / DECIMALS degrees, about a metre. */
export const DECIMALS = 1e5;

/** Rounds degrees to the precision of a row. */
export function roundDegrees(degrees: number): number {
  return Math.round(degrees * DECIMALS) / DECIMALS;
}

/** `places/countries.json`: `[folded name, country]` */
export const countryNamesSchema = z.array(z.tuple([z.string(), z.string()], z.unknown()));
