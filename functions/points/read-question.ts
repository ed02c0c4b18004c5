import type { PointFilter } from '../../src/lib/network/class-filter.ts';
import type { Position } from '../../src/lib/network/distance.ts';
import { refuse } from '../refusal.ts';

/** What is asked about a point. */
export interface PointQuestion {
  id: string;
  /** What a point must be to do; empty where anything does. */
  wanted: PointFilter;
  /** Points that won't do whatever they are. */
  excludedIds: readonly string[];
  /** Where the point was, for a point that is gone. */
  position: Position | null;
}

const ID_LENGTH_AT_MOST = 200;
const ENTRIES_AT_MOST = 100;
const NAMES = ['country', 'type', 'locationType', 'excludeIds', 'latitude', 'longitude'];

/**
 * Reads the id and the query: lists separated by commas, a position as two numbers, each parameter at most once.
 * @throws RefusedError 400, naming the parameter
 */
export function readQuestion(id: string, query: URLSearchParams): PointQuestion {
  const unknown = [...query.keys()].find((name) => !NAMES.includes(name));
  if (unknown !== undefined) {
    throw refuse(400, 'invalid_request', `Only ${NAMES.join(', ')} are taken here.`);
  }
  // Control characters are in no id, but in many attempts to get something written into a log.
  if (id.length > ID_LENGTH_AT_MOST || /\p{Cc}/u.test(id)) {
    throw refuse(400, 'invalid_request', `The id must be a text of at most ${ID_LENGTH_AT_MOST} characters.`);
  }
  const countries = readList(query, 'country');
  const types = readList(query, 'type');
  const locationTypes = readList(query, 'locationType');
  return {
    id,
    wanted: {
      ...(countries && { countries: countries.map((country) => country.toUpperCase()) }),
      ...(types && { types }),
      ...(locationTypes && { locationTypes }),
    },
    excludedIds: readList(query, 'excludeIds') ?? [],
    position: readPosition(query),
  };
}

/** @returns null when nothing is asked */
function readList(query: URLSearchParams, name: string): string[] | null {
  const entries = (readOnce(query, name) ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length > ENTRIES_AT_MOST) {
    throw refuse(400, 'invalid_request', `${name} takes at most ${ENTRIES_AT_MOST} entries.`);
  }
  return entries.length === 0 ? null : entries;
}

function readPosition(query: URLSearchParams): Position | null {
  const latitude = readDegrees(query, 'latitude', 90);
  const longitude = readDegrees(query, 'longitude', 180);
  if ((latitude === null) !== (longitude === null)) {
    throw refuse(400, 'invalid_request', 'latitude and longitude are taken together only.');
  }
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function readDegrees(query: URLSearchParams, name: string, most: number): number | null {
  const value = readOnce(query, name);
  if (value === null) return null;
  const degrees = /^-?\d{1,3}(\.\d{1,20})?$/.test(value) ? Number(value) : NaN;
  if (Math.abs(degrees) <= most) return degrees;
  throw refuse(400, 'invalid_request', `${name} must be a number from -${most} to ${most}.`);
}

function readOnce(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  if (values.length > 1) throw refuse(400, 'invalid_request', `${name} must be given once.`);
  return values[0] ?? null;
}
