/**
 * What points can be filtered and counted by, all over the network: one entry a dimension, which publisher, readers, the picker's
 * settings, its filters and the function share. A further one is appended here, gets its words in `filter/dimension-words.ts` and its
 * attribute in `picker-api.ts`; `snapshot-format/point-classes.ts` publishes it so that older readers go on.
 *
 * Unknown has one meaning, in files, live list, filters and questions of shops: where the platform doesn't tell, the value is empty, a value
 * like any other. A list lets it through where the list has it: the shopper ticks "not given", the rules of a shop's `filter` have it by
 * themselves. Whether a point is let through or not, nobody is told that it doesn't match, only that it isn't known.
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
  /** Of the platform's item; the function's queries name it so too. */
  field: string;
  /** Values that are wanted, in rules and filters. */
  list: string;
  /** Values that the shop offers, in the picker's config. */
  setting: string;
  /** In the address of the picker's own page. */
  inAddress: string;
  /** Says that a point is not what a shop asks for. */
  error: string;
}

type Dimension = (typeof FILTER_DIMENSIONS)[number];
export type DimensionField = Dimension['field'];
export type DimensionList = Dimension['list'];
export type DimensionSetting = Dimension['setting'];
export type DimensionError = Dimension['error'];

/** What a point is by each dimension; empty where that isn't known. */
export type DimensionValues = Readonly<Record<DimensionField, string>>;

/** Makes an entry for each dimension. */
export function byDimension<Name extends 'field' | 'list' | 'setting', Value>(
  name: Name,
  make: (dimension: Dimension) => Value,
): Record<Dimension[Name], Value> {
  return Object.fromEntries(
    FILTER_DIMENSIONS.map((dimension) => [dimension[name], make(dimension)]),
  ) as Record<Dimension[Name], Value>;
}
