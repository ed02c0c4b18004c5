import { foldName, foldPostcode } from '#network/snapshot-format/fold.ts';
import { RefusedFields } from './carrier/refuse-fields.ts';
import { makePage, type MovedList, type SandboxPointSource } from './points.ts';

/** The fields that we read of an item; in a data file, each may have another type. */
interface Item {
  type?: unknown;
  address?: Record<string, unknown> | null;
  capabilities?: unknown;
  coordinates?: { latitude?: unknown; longitude?: unknown } | null;
}

const matches = (fold: (text: string) => string) => (value: unknown, expected: string) =>
  typeof value === 'string' && fold(value) === fold(expected);
const isName = matches(foldName);

/** Conditions by their parameter. Lists are separated by commas: any of the types, all of the capabilities. */
const CONDITIONS: Record<string, (item: Item, value: string) => boolean> = {
  'address.country': ({ address }, value) => isName(address?.country, value),
  'address.administrativeArea': ({ address }, value) => isName(address?.administrativeArea, value),
  'address.city': ({ address }, value) => isName(address?.city, value),
  'address.postalCode': ({ address }, value) => matches(foldPostcode)(address?.postalCode, value),
  capabilities: ({ capabilities }, value) =>
    Array.isArray(capabilities) && value.split(',').every((name) => capabilities.includes(name)),
  type: ({ type }, value) => typeof type === 'string' && value.split(',').includes(type),
};

const MAX_SEARCHES = 8;
const DEFAULT_METRES = 10_000;
const METRES_PER_DEGREE = 111_320;
const EARTH_METRES = 6_371_000;
const RADIANS = Math.PI / 180;

interface Position {
  latitude: number;
  longitude: number;
}

/** Finds points by conditions and by position. Reads every item once, then remembers positions and the latest searches. */
export class PointSearch {
  readonly #list: MovedList;
  readonly #source: SandboxPointSource;
  readonly #found = new Map<string, number[]>();
  #positions: Float64Array | undefined;

  constructor(list: MovedList) {
    this.#list = list;
    this.#source = list.source;
  }

  /** Makes a page of the points that meet the query's conditions. */
  list(query: URLSearchParams, closedIds: readonly string[], maxPerPage: number): string {
    const found = this.#matching(query);
    const points =
      found === null ? this.#list.without(closedIds) : this.#list.only(this.#open(found, closedIds));
    return makePage(points, query, maxPerPage);
  }

  /**
   * Makes a page of the points around a position, nearest first, each with its `distance` in whole metres.
   * @throws Problem 422 if the query has no valid position
   */
  near(query: URLSearchParams, closedIds: readonly string[], maxPerPage: number): string {
    const centre = this.#readCentre(query);
    const most = Number(query.get('maxDistance') ?? DEFAULT_METRES);
    if (!(most >= 0)) refuse('maxDistance', 'invalid');
    const candidates = this.#matching(query) ?? this.#source.count;
    const near = this.#around(centre, most, candidates);
    const open = new Set(this.#open([...near.keys()], closedIds));
    const sorted = [...near].filter(([index]) => open.has(index)).sort(([, a], [, b]) => a - b);
    const points = this.#list.only(sorted.map(([index]) => index));
    const jsonAt = (place: number) => {
      const item = JSON.parse(points.jsonAt(place)) as Item;
      return JSON.stringify({ ...item, distance: Math.round(metresBetween(centre, readPosition(item)!)) });
    };
    return makePage({ count: points.count, jsonAt }, query, maxPerPage);
  }

  #open(indexes: readonly number[], closedIds: readonly string[]): number[] {
    const closed = new Set(closedIds.map((id) => this.#list.indexOf(id)));
    return indexes.filter((index) => !closed.has(index));
  }

  /** Indexes in the source; null if the query has no condition. */
  #matching(query: URLSearchParams): number[] | null {
    const conditions = Object.keys(CONDITIONS).flatMap((name) => {
      const value = query.getAll(name).join(',');
      return value === '' ? [] : [[name, value] as const];
    });
    if (conditions.length === 0) return null;
    const key = JSON.stringify(conditions);
    const cached = this.#found.get(key);
    if (cached !== undefined) return cached;
    const found: number[] = [];
    for (let index = 0; index < this.#source.count; index++) {
      const item = this.#source.itemAt(index) as Item;
      if (conditions.every(([name, value]) => CONDITIONS[name]!(item, value))) found.push(index);
    }
    if (this.#found.size === MAX_SEARCHES) this.#found.delete([...this.#found.keys()][0]!);
    this.#found.set(key, found);
    return found;
  }

  #readCentre(query: URLSearchParams): Position {
    const point = query.get('relativePoint');
    const postcode = query.get('relativePostCode');
    if (point !== null) {
      const [, latitude, longitude] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(point) ?? [];
      if (longitude === undefined) return refuse('relativePoint', 'invalid');
      return { latitude: Number(latitude), longitude: Number(longitude) };
    }
    if (postcode === null) return refuse('relativePoint', 'required');
    const country = query.get('address.country');
    const locality = new URLSearchParams({
      'address.postalCode': postcode,
      ...(country !== null && { 'address.country': country }),
    });
    const found = this.#matching(locality)!
      .map((index) => readPosition(this.#source.itemAt(index) as Item))
      .filter((position) => position !== null);
    if (found.length === 0) return refuse('relativePostCode', 'not_found');
    const middle = (of: (position: Position) => number) =>
      found.reduce((sum, position) => sum + of(position), 0) / found.length;
    return {
      latitude: middle(({ latitude }) => latitude),
      longitude: middle(({ longitude }) => longitude),
    };
  }

  /** Computes the distances of candidates that are near enough, by index. @param candidates indexes, or the number of all points */
  #around(centre: Position, most: number, candidates: readonly number[] | number): Map<number, number> {
    const positions = (this.#positions ??= this.#readPositions());
    const near = new Map<number, number>();
    const total = typeof candidates === 'number' ? candidates : candidates.length;
    for (let at = 0; at < total; at++) {
      const index = typeof candidates === 'number' ? at : candidates[at]!;
      const latitude = positions[2 * index]!;
      // The negation also skips NaN, the latitude of an item without a position.
      if (!(Math.abs(latitude - centre.latitude) * METRES_PER_DEGREE <= most + 1_000)) continue;
      const metres = metresBetween(centre, { latitude, longitude: positions[2 * index + 1]! });
      if (metres <= most) near.set(index, metres);
    }
    return near;
  }

  #readPositions(): Float64Array {
    const positions = new Float64Array(2 * this.#source.count).fill(NaN);
    for (let index = 0; index < this.#source.count; index++) {
      const position = readPosition(this.#source.itemAt(index) as Item);
      if (position !== null) positions.set([position.latitude, position.longitude], 2 * index);
    }
    return positions;
  }
}

function refuse(parameter: string, code: 'invalid' | 'required' | 'not_found'): never {
  throw new RefusedFields().add(parameter, code).toProblem();
}

/** @returns null if there is no position, or it is 0,0, which means unknown */
function readPosition({ coordinates }: Item): Position | null {
  const { latitude, longitude } = coordinates ?? {};
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude };
}

/** Measures along a great circle of a sphere. */
function metresBetween(a: Position, b: Position): number {
  const [up, along] = [(b.latitude - a.latitude) * RADIANS, (b.longitude - a.longitude) * RADIANS];
  const haversine =
    Math.sin(up / 2) ** 2 +
    Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * Math.sin(along / 2) ** 2;
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(Math.min(1, haversine)));
}
