import type { PagingParameters } from '../../src/lib/platform/read-points-page.ts';
import { QueryReader, refuseQuery } from './read-query.ts';

/** Page numbers count from 1. Bounds are ours: the platform's are not shown (docs/platform-api.md, chapter 8). */
const MAX_PAGE = 1_000_000;
const MAX_PER_PAGE = 500;

/**
 * Reads the paging parameters, both of them, each once, and nothing else.
 * @throws RefusedError 400, naming the parameter
 */
export function readPaging(
  query: URLSearchParams,
  names: PagingParameters,
): { page: number; perPage: number } {
  const reader = new QueryReader(query, [names.page, names.perPage]);
  const read = (name: string, most: number) => {
    const number = reader.wholeNumber(name, most);
    if (number === null) throw refuseQuery(`${name} must be a whole number from 1 to ${most}.`);
    return number;
  };
  return { page: read(names.page, MAX_PAGE), perPage: read(names.perPage, MAX_PER_PAGE) };
}
