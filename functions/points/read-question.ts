import type { PointFilter } from '../../src/lib/network/class-filter.ts';
import type { Position } from '../../src/lib/network/distance.ts';
import { QueryReader, refuseQuery, WANTED_PARAMETERS } from './read-query.ts';

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

export const MAX_ID_LENGTH = 200;
export const POINT_PARAMETERS = [...WANTED_PARAMETERS, 'latitude', 'longitude'];

/**
 * Reads the id and the query of a question about one point.
 * @throws RefusedError 400, naming the parameter
 */
export function readQuestion(id: string, query: URLSearchParams): PointQuestion {
  const reader = new QueryReader(query, POINT_PARAMETERS);
  // Control characters are in no id, but in many attempts to get something written into a log.
  if (id.length > MAX_ID_LENGTH || /\p{Cc}/u.test(id))
    throw refuseQuery(`The id must be a text of at most ${MAX_ID_LENGTH} characters.`);
  return {
    id,
    wanted: reader.filter(),
    excludedIds: reader.list('excludeIds') ?? [],
    position: reader.position(),
  };
}
