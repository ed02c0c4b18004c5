import type { MovedList } from './moved-list.ts';

const DEFAULT_PER_PAGE = 25;

/** Points by their place in the platform's list, each as JSON text. */
export interface SandboxPoints {
  count: number;
  /** @param index 0 … count-1 */
  jsonAt: (index: number) => string;
}

/**
 * One page of the list (docs/platform-api.md, chapter 2 "Points list") as JSON text.
 * The names `page` and `perPage` as parameters, the default of 25, and the forgiving of odd values are assumed; a
 * page beyond the end is empty; unknown parameters are ignored.
 */
export function makePage(list: MovedList, query: URLSearchParams, maxPerPage: number): string {
  const page = readWholeNumber(query.get('page')) ?? 1;
  const perPage = Math.min(readWholeNumber(query.get('perPage')) ?? DEFAULT_PER_PAGE, maxPerPage);
  const { count } = list;
  const items: string[] = [];
  const end = Math.min(page * perPage, count);
  for (let place = (page - 1) * perPage; place < end; place += 1) items.push(list.jsonAt(place));
  const totalPages = Math.ceil(count / perPage);
  return `{"count":${count},"page":${page},"perPage":${perPage},"totalPages":${totalPages},"items":[${items.join(',')}]}`;
}

function readWholeNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
