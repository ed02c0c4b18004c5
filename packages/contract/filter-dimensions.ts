/**
 * Dimensions for filtering and counting points, shared by the publisher, readers, the picker's settings and
 * filters, and the function. To add one, append it here, add its texts to `filter/dimension-words.ts` and
 * its attribute to `picker-api.ts`; `snapshot-format/point-classes.ts` publishes it in a way that older
 * readers accept.
 *
 * An unknown value is the empty text everywhere: in files, the live list, filters and shops' queries. It is
 * a value like any other. A list of accepted values admits it if the list contains it: when the shopper
 * ticks "not given", and always in a shop's `filter`. Such a point is never described as not matching, only
 * as unknown.
 */
export const FILTER_DIMENSIONS = [
  { field: 'country', list: 'countries', setting: 'countries', inAddress: 'country', error: 'country' },
  { field: 'type', list: 'types', setting: 'pointTypes', inAddress: 'type', error: 'type' },
  {
    field: 'locationType',
    list: 'locationTypes',
    setting: 'locationTypes',
    inAddress: 'placement',
    error: 'location_type',
  },
] as const satisfies readonly FilterDimension[];

interface FilterDimension {
  /** Field of the platform's item, and parameter of the function's queries. */
  field: string;
  /** Key of the accepted values in rules and filters. */
  list: string;
  /** Key of the values that the shop offers in the picker's config. */
  setting: string;
  /** Parameter in the address of the locator's page. */
  inAddress: string;
  /** Error code of a point that doesn't match a shop's conditions. */
  error: string;
}

type Dimension = (typeof FILTER_DIMENSIONS)[number];
export type DimensionField = Dimension['field'];
export type DimensionList = Dimension['list'];
export type DimensionSetting = Dimension['setting'];
export type DimensionError = Dimension['error'];

/** A point's value for each dimension; empty if it isn't known. */
export type DimensionValues = Readonly<Record<DimensionField, string>>;

/** Creates an object with an entry for each dimension. */
export function byDimension<Name extends 'field' | 'list' | 'setting', Value>(
  name: Name,
  createValue: (dimension: Dimension) => Value,
): Record<Dimension[Name], Value> {
  return Object.fromEntries(
    FILTER_DIMENSIONS.map((dimension) => [dimension[name], createValue(dimension)]),
  ) as Record<Dimension[Name], Value>;
}
