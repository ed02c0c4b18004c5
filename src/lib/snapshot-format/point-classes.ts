import {
  byDimension,
  FILTER_DIMENSIONS,
  readDimension,
  type DimensionField,
  type DimensionValues,
} from '../contract/filter-dimensions.ts';
import type { SnapshotManifest } from './manifest.ts';

/** Points that are the same by every dimension, and keep the same time. */
export interface PointClass extends DimensionValues {
  /** IANA name of their clocks' time zone; absent where nobody has looked. */
  timeZone?: string;
  /** How many. */
  count: number;
}

/** The dimensions of a row of `facets`, in its order; every other one is a column of its own, which older readers pass over. */
const IN_ROWS = ['country', 'type', 'locationType'] as const satisfies readonly DimensionField[];
const FIELDS: readonly string[] = FILTER_DIMENSIONS.map(({ field }) => field);

/** The column of what is no dimension, but follows from where points are. */
const TIME_ZONE = 'timeZone';

type ClassesWritten = Pick<SnapshotManifest, 'facets' | 'facetColumns'>;

/**
 * Of a dimension that the network was published without nothing is known.
 * @param fields those that there are
 */
export function readClasses({ facets, facetColumns = {} }: ClassesWritten, fields = FIELDS): PointClass[] {
  const columns = inColumns(fields);
  return facets.map(([country, type, locationType, count], at) => ({
    ...(Object.fromEntries(
      columns.map((field) => [field, facetColumns[field]?.[at] ?? '']),
    ) as DimensionValues),
    country,
    type,
    locationType,
    count,
    ...(facetColumns[TIME_ZONE]?.[at] && { timeZone: facetColumns[TIME_ZONE][at] }),
  }));
}

export function writeClasses(classes: readonly PointClass[], fields = FIELDS): ClassesWritten {
  const facets = classes.map(
    ({ country, type, locationType, count }) =>
      [country, type, locationType, count] satisfies SnapshotManifest['facets'][number],
  );
  const facetColumns: Record<string, string[]> = {};
  for (const field of inColumns(fields))
    facetColumns[field] = classes.map((each) => String(each[field as DimensionField]));
  if (classes.some(({ timeZone }) => timeZone))
    facetColumns[TIME_ZONE] = classes.map(({ timeZone = '' }) => timeZone);
  return Object.keys(facetColumns).length === 0 ? { facets } : { facets, facetColumns };
}

const inColumns = (fields: readonly string[]) =>
  fields.filter((field) => !(IN_ROWS as readonly string[]).includes(field));

/** Numbers the classes of points as they come; a number stays, and number 0 is that of points of which nothing is known. */
export class ClassNumbers {
  /** By number; `count` is what `numberOf` was asked for so far. */
  readonly classes: PointClass[] = [{ ...byDimension('field', () => ''), count: 0 }];
  readonly #most: number;
  readonly #byValues = new Map([['\0'.repeat(FILTER_DIMENSIONS.length), 0]]);
  /** By what items say, so that it is read once. */
  readonly #known = new Map<string, number>();

  /** @param most with more kinds of points than this, the rest counts as unknown */
  constructor(most = Infinity) {
    this.#most = most;
  }

  /** Counts a point, by its item. @param timeZone where that is known */
  numberOf(item: Readonly<Record<string, unknown>>, timeZone = ''): number {
    let said = timeZone;
    for (const { field } of FILTER_DIMENSIONS) {
      const value = item[field];
      said += typeof value === 'string' ? `\0${value}` : '\0';
    }
    let number = this.#known.get(said);
    if (number === undefined) {
      number = this.#find(item, timeZone);
      if (number > 0) this.#known.set(said, number);
    }
    this.classes[number]!.count++;
    return number;
  }

  #find(item: Readonly<Record<string, unknown>>, timeZone: string): number {
    const values = byDimension('field', ({ field }) => readDimension(item[field]));
    const key = [...FILTER_DIMENSIONS.map(({ field }) => values[field]), timeZone].join('\0');
    const known = this.#byValues.get(key);
    if (known !== undefined) return known;
    if (this.classes.length === this.#most) return 0;
    this.#byValues.set(key, this.classes.length);
    return this.classes.push({ ...values, count: 0, ...(timeZone && { timeZone }) }) - 1;
  }
}
