import * as z from 'zod/mini';

/**
 * A point that can be placed on a map: the platform's own item, unchanged, of which only id and position
 * are validated (docs/platform-api.md, chapter 2). `describePoint` parses `type`, `country`,
 * `locationType`, `imageUrl` and all further fields leniently, because a parcel can be collected at a point
 * without them too.
 */
export const placeablePointSchema = z.looseObject({
  // Not `minLength`: zod reads `length` of any input, and that property of an item could throw.
  id: z.string(explainKind('a text')).check(z.regex(/[^]/, explainKind('a text'))),
  coordinates: z.looseObject({ latitude: degrees(90), longitude: degrees(180) }, explainKind('an object')),
});

function degrees(limit: number) {
  const error = ({ input }: { input?: unknown }) => `${input as number} is beyond ±${limit}`;
  return z.number(explainKind('a number')).check(z.gte(-limit, { error }), z.lte(limit, { error }));
}

/**
 * An error message that names the kind of the input. The input isn't quoted, because it may contain
 * anything.
 */
function explainKind(expected: string) {
  const error = ({ input }: { input?: unknown }) => {
    if (input === undefined || input === null) return 'missing';
    if (input === '') return 'empty';
    return `${typeof input === 'string' ? 'a text' : 'something else'}, not ${expected}`;
  };
  return { error };
}

export type Point = z.infer<typeof placeablePointSchema>;

/** Why an item can't be placed on a map. */
export type RejectionReason =
  | 'not_an_object'
  | 'id_missing'
  | 'coordinates_invalid'
  | 'coordinates_zero'
  // Only the publisher can detect this, because it knows all points of a country.
  | 'coordinates_swapped';

export interface RejectedItem {
  /** The item's id, if it has one. */
  id: string | null;
  reason: RejectionReason;
  /** The invalid field and what is wrong with it. */
  problem: string;
}

/** One item of the points list, parsed: a point, or why it can't be placed. */
export type PointReading = { point: Point } | { rejected: RejectedItem };

/** An item that can be placed on a map. The result is the item itself, not a copy. */
export const pointItemSchema = z.custom<Point>(isPoint);

export function isPoint(item: unknown): item is Point {
  return 'point' in readPoint(item);
}

/**
 * Parses one item of the points list. Returns the item itself, not a copy, so that unknown fields and enum
 * values are kept. For an item that can't be placed, returns the reason; the rest of its page isn't
 * affected.
 */
export function readPoint(item: unknown): PointReading {
  const result = placeablePointSchema.safeParse(item);
  if (!result.success) return { rejected: explain(item, result.error.issues) };
  const { latitude, longitude } = result.data.coordinates;
  if (latitude === 0 && longitude === 0) {
    return {
      rejected: { id: result.data.id, reason: 'coordinates_zero', problem: 'coordinates: both are 0' },
    };
  }
  return { point: item as Point };
}

/** The item's id; null if it has none. */
export function idOf(reading: PointReading): string | null {
  return 'point' in reading ? reading.point.id : reading.rejected.id;
}

const REASONS: Readonly<Record<string, RejectionReason>> = {
  id: 'id_missing',
  coordinates: 'coordinates_invalid',
};

function explain(item: unknown, issues: readonly z.core.$ZodIssue[]): RejectedItem {
  const field = issues[0]?.path[0] as string | undefined;
  if (field === undefined) return { id: null, reason: 'not_an_object', problem: 'the item is not an object' };
  const problems = issues
    .filter(({ path }) => path[0] === field)
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
  const id = field === 'id' ? null : (item as Point).id;
  return { id, reason: REASONS[field]!, problem: problems.join('; ') };
}

/**
 * One page of the points list (docs/platform-api.md, chapter 2). Items are parsed one by one with `readPoint`.
 * Pages are counted from 1.
 */
export const pointsPageSchema = z.looseObject({
  count: z.int().check(z.gte(0)),
  page: z.int().check(z.gte(1)),
  perPage: z.int().check(z.gte(1)),
  totalPages: z.int().check(z.gte(0)),
  items: z.array(z.unknown()),
});

export type PointsPageAnswer = z.infer<typeof pointsPageSchema>;
