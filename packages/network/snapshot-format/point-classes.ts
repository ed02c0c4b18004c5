import { FILTER_DIMENSIONS, type DimensionField, type DimensionValues } from '#contract/filter-dimensions.ts';
import type { SnapshotManifest } from './manifest.ts';

/** Points with the same value in every dimension and the same time zone. */
export interface PointClass extends DimensionValues {
  /** IANA time zone; undefined if it wasn't determined. */
  timeZone?: string;
  count: number;
}

/** The dimensions in a row of `facets`, in its order; each of the others has its own column. */
const IN_ROWS = ['country', 'type', 'locationType'] as const satisfies readonly DimensionField[];
const FIELDS: readonly string[] = FILTER_DIMENSIONS.map(({ field }) => field);

/**
 * A column that isn't a dimension, but derived from positions. Its value is empty for the time zone of most
 * points of the country.
 */
const TIME_ZONE = 'timeZone';

type ClassesWritten = Pick<SnapshotManifest, 'facets' | 'facetColumns'>;
type Countries = SnapshotManifest['countries'];

/**
 * Reads the classes. A dimension that the network was published without has empty values.
 * @param fields names of the dimensions
 */
export function readClasses(
  { facets, facetColumns, countries }: ClassesWritten & { countries: Countries },
  fields = FIELDS,
): PointClass[] {
  const columns = inColumns(fields);
  const zones = facetColumns[TIME_ZONE];
  const zoneOfMost = mapZones(countries);
  return facets.map(([country, type, locationType, count], at) => {
    const timeZone = zones && (zones[at] || zoneOfMost.get(country));
    return {
      ...(Object.fromEntries(
        columns.map((field) => [field, facetColumns[field]?.[at] ?? '']),
      ) as DimensionValues),
      country,
      type,
      locationType,
      count,
      ...(timeZone && { timeZone }),
    };
  });
}

export function writeClasses(
  classes: readonly PointClass[],
  countries: Countries,
  fields = FIELDS,
): ClassesWritten {
  const facets = classes.map(
    ({ country, type, locationType, count }) =>
      [country, type, locationType, count] satisfies SnapshotManifest['facets'][number],
  );
  const zoneOfMost = mapZones(countries);
  const facetColumns: Record<string, string[]> = {};
  for (const field of inColumns(fields))
    facetColumns[field] = classes.map((each) => String(each[field as DimensionField]));
  if (classes.some(({ timeZone }) => timeZone))
    facetColumns[TIME_ZONE] = classes.map(({ country, timeZone = '' }) =>
      timeZone === zoneOfMost.get(country) ? '' : timeZone,
    );
  return { facets, facetColumns };
}

const inColumns = (fields: readonly string[]) =>
  fields.filter((field) => !(IN_ROWS as readonly string[]).includes(field));

const mapZones = (countries: Countries) => new Map(countries.map(({ code, zones }) => [code, zones[0]]));
