import type { PagingParameters } from '../../src/lib/platform/read-points-page.ts';
import { refuse } from '../refusal.ts';

/** Page numbers count from 1. Bounds are ours: the platform's are not shown (docs/platform-api.md, chapter 8). */
const MAX_PAGE = 1_000_000;
const MAX_PER_PAGE = 500;

export interface Paging {
  page: number;
  perPage: number;
}

/**
 * Reads the paging parameters, both of them, each once, and nothing else.
 * @throws RefusedError 400, naming the parameter
 */
export function readPaging(query: URLSearchParams, names: PagingParameters): Paging {
  for (const name of query.keys()) {
    if (name !== names.page && name !== names.perPage) {
      throw refuse(400, 'invalid_request', `Only ${names.page} and ${names.perPage} are taken here.`);
    }
  }
  return {
    page: readWholeNumber(query, names.page, MAX_PAGE),
    perPage: readWholeNumber(query, names.perPage, MAX_PER_PAGE),
  };
}

function readWholeNumber(query: URLSearchParams, name: string, most: number): number {
  const [value = '', ...further] = query.getAll(name);
  const number = /^[1-9]\d{0,6}$/.test(value) && further.length === 0 ? Number(value) : Infinity;
  if (number > most)
    throw refuse(400, 'invalid_request', `${name} must be one whole number from 1 to ${most}.`);
  return number;
}
