import * as z from 'zod/mini';

/**
 * A point that can be placed on a map: the platform's own item, untouched, of which only what placing needs is promised
 * (docs/platform-api.md, chapter 2). `type`, `country`, `locationType`, `imageUrl` and all further fields are read leniently
 * by `describePoint`, because a point with a missing picture is still a place to collect a parcel from.
 */
export const placeablePointSchema = z.looseObject({
  // Not by its length: zod looks at the length of whatever it is given, and an item's own "length" can be made to throw.
  id: z.string().check(z.regex(/[^]/)),
  coordinates: z.looseObject({
    latitude: z.number().check(z.gte(-90), z.lte(90)),
    longitude: z.number().check(z.gte(-180), z.lte(180)),
  }),
});

export type Point = z.infer<typeof placeablePointSchema>;

/** Why an item can't be placed. */
export type SetAsideReason =
  | 'not_an_object'
  | 'id_missing'
  | 'coordinates_invalid'
  | 'coordinates_zero'
  // Seen only by who knows the whole country's points: the snapshot.
  | 'coordinates_swapped';

export interface SetAside {
  /** The item's id where it has one. */
  id: string | null;
  reason: SetAsideReason;
  /** The field that is wrong and what is wrong with it. */
  problem: string;
}

/** The item itself, not a copy, where it can be placed. */
export const pointItemSchema = z.custom<Point>(isPoint);

export function isPoint(item: unknown): item is Point {
  return 'point' in readPoint(item);
}

export type PointReading = { point: Point } | { setAside: SetAside };

/**
 * Reads one item of the points list. The item itself is returned, not a copy, so every unknown field and enum value is kept.
 * An item that can't be placed is set aside with the reason; it never takes the rest of its page with it.
 */
export function readPoint(item: unknown): PointReading {
  const result = placeablePointSchema.safeParse(item);
  if (!result.success) return { setAside: explain(item) };
  const { latitude, longitude } = result.data.coordinates;
  if (latitude === 0 && longitude === 0) {
    return {
      setAside: { id: result.data.id, reason: 'coordinates_zero', problem: 'coordinates: both are 0' },
    };
  }
  return { point: item as Point };
}

function explain(item: unknown): SetAside {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return { id: null, reason: 'not_an_object', problem: 'the item is not an object' };
  }
  const { id, coordinates } = item as Record<string, unknown>;
  if (typeof id !== 'string' || id === '') {
    return { id: null, reason: 'id_missing', problem: `id: ${explainValue(id, 'a text')}` };
  }
  return { id, reason: 'coordinates_invalid', problem: explainCoordinates(coordinates) };
}

function explainCoordinates(coordinates: unknown): string {
  if (typeof coordinates !== 'object' || coordinates === null || Array.isArray(coordinates)) {
    return `coordinates: ${explainValue(coordinates, 'an object')}`;
  }
  const { latitude, longitude } = coordinates as Record<string, unknown>;
  const problems = [explainAxis('latitude', latitude, 90), explainAxis('longitude', longitude, 180)];
  return problems.filter((problem) => problem !== null).join('; ');
}

function explainAxis(axis: string, value: unknown, limit: number): string | null {
  if (typeof value !== 'number') return `coordinates.${axis}: ${explainValue(value, 'a number')}`;
  return Math.abs(value) <= limit ? null : `coordinates.${axis}: ${value} lies beyond ±${limit}`;
}

/** Names what is there instead of what was wanted, without quoting it: it may hold anything. */
function explainValue(value: unknown, wanted: string): string {
  if (value === undefined || value === null) return 'missing';
  if (value === '') return 'empty';
  return `${typeof value === 'string' ? 'a text' : 'something else'}, not ${wanted}`;
}

/**
 * One page of the points list (docs/platform-api.md, chapter 2). Items are read one by one with `readPoint`.
 * A page number is counted from 1.
 */
export const pointsPageSchema = z.looseObject({
  count: z.int().check(z.gte(0)),
  page: z.int().check(z.gte(1)),
  perPage: z.int().check(z.gte(1)),
  totalPages: z.int().check(z.gte(0)),
  items: z.array(z.unknown()),
});

export type PointsPageAnswer = z.infer<typeof pointsPageSchema>;
