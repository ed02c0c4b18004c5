/**
 * Dimensions by which points are filtered and counted, shared by publisher, readers, the picker's settings and filters, and the
 * function. To add one, append it here, with its texts in `filter/dimension-words.ts` and its attribute in `picker-api.ts`;
 * `snapshot-format/point-classes.ts` publishes it in a way that older readers accept.
 *
 * An unknown value has the same form in files, live list, filters and queries of shops: the empty text, which is a value like any
 * other. A list of wanted values admits it if it contains it: when the shopper ticks "not given", and always in a shop's
 * `filter`. Such a point is never described as not matching, only as unknown.
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
  /** Key of the wanted values in rules and filters. */
  list: string;
  /** Key of the values that the shop offers in the picker's config. */
  setting: string;
  /** Parameter in the address of the locator's page. */
  inAddress: string;
  /** Error code of a point that doesn't match what a shop wants. */
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
  make: (dimension: Dimension) => Value,
): Record<Dimension[Name], Value> {
  return Object.fromEntries(
    FILTER_DIMENSIONS.map((dimension) => [dimension[name], make(dimension)]),
  ) as Record<Dimension[Name], Value>;
}
