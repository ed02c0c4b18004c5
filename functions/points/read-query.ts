import { FILTER_DIMENSIONS } from '#contract/filter-dimensions.ts';
import { MAX_ENTRIES } from '#contract/query-limits.ts';
import { splitCountries, splitList, toCountryCode } from '#contract/read-list.ts';
import type { Position } from '#network/distance.ts';
import type { PointFilter } from '#network/class-filter.ts';
import type { PagingParameters } from '#platform/read-points-page.ts';
import { refuseRequest } from '../http/refusal.ts';

/** Pages are numbered from 1. These limits are ours: the platform's aren't documented (docs/platform-api.md, chapter 8). */
const MAX_PAGE = 1_000_000;
const MAX_PER_PAGE = 500;
/** Longest id of a point, in characters. */
export const MAX_ID_LENGTH = 200;
/** Maximum length of a list: the most entries, each as long as an id, with a comma and a space. */
const MAX_LIST = MAX_ENTRIES * (MAX_ID_LENGTH + 2);
/** Parameters that filter points. */
export const FILTER_PARAMETERS = [...FILTER_DIMENSIONS.map(({ field }) => field), 'excludeIds'];

/**
 * Refuses unknown names where ignoring one would change the result: in a body, and in a query that
 * is passed on.
 * @throws RefusedError 400
 */
export function refuseOtherNames(query: URLSearchParams, names: readonly string[]): void {
  if ([...query.keys()].some((name) => !names.includes(name)))
    throw refuseRequest(`Only these names are accepted: ${names.join(', ')}.`);
}

/**
 * Reads query parameters. Others are ignored: proxies, caches and analytics add some of their own. Repeated ones are refused, unless they are
 * lists: many clients repeat the parameter for each entry.
 * @throws RefusedError 400, naming the parameter and how to correct it
 */
export class QueryReader {
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  /** @returns null if it is missing or empty */
  text(name: string, maxLength: number): string | null {
    const value = this.#once(name)?.trim() ?? '';
    // Addresses have no control characters except line breaks and tabs; others are typical of log injection.
    if (value.length > maxLength || /[^\P{Cc}\t\n\r]/u.test(value))
      throw refuseRequest(
        `${name} must have at most ${maxLength} characters, and no control characters except tabs and line breaks.`,
      );
    return value === '' ? null : value;
  }

  /**
   * A list in the picker's format. If the parameter is repeated, the lists are joined.
   * @param maxLength length of all lists together: longer ones aren't split, since each comma
   * takes time and memory
   */
  list(name: string, split = splitList, maxLength = MAX_LIST): string[] {
    const value = this.#query.getAll(name).join(',');
    if (value.length > maxLength)
      throw refuseRequest(`${name} must have at most ${maxLength} characters, not ${value.length}.`);
    const entries = split(value).filter((entry) => entry !== '');
    if (entries.length > MAX_ENTRIES)
      throw refuseRequest(`${name} must have at most ${MAX_ENTRIES} entries.`);
    return entries;
  }

  /** The wanted values of each filter dimension. */
  filter(): PointFilter {
    const entries = FILTER_DIMENSIONS.map(
      ({ field, list }) => [list, field === 'country' ? this.#countries() : this.list(field)] as const,
    );
    return Object.fromEntries(entries.filter(([, values]) => values.length > 0));
  }

  position(): Position | null {
    const latitude = this.#degrees('latitude', 90);
    const longitude = this.#degrees('longitude', 180);
    if ((latitude === null) !== (longitude === null))
      throw refuseRequest('latitude and longitude must be sent together.');
    return latitude === null || longitude === null ? null : { latitude, longitude };
  }

  /** @param fallback value if it is missing; if omitted, the parameter is required */
  wholeNumber(name: string, most: number, fallback?: number): number {
    const value = this.#once(name);
    if (value === null && fallback !== undefined) return fallback;
    const number = /^[1-9]\d{0,6}$/.test(value ?? '') ? Number(value) : Infinity;
    if (number <= most) return number;
    throw refuseRequest(`${name} must be a whole number from 1 to ${most}.`);
  }

  #countries(): string[] {
    const codes = this.list('country', splitCountries).map(toCountryCode);
    if (codes.some((code) => !/^[A-Z]{2}$/.test(code)))
      throw refuseRequest(
        'country must be codes (ISO 3166-1 alpha-2) or English names, such as PL or PL,CZ.',
      );
    return codes;
  }

  #degrees(name: string, most: number): number | null {
    const value = this.#once(name);
    if (value === null) return null;
    const degrees = /^-?\d{1,3}(\.\d{1,20})?$/.test(value) ? Number(value) : NaN;
    if (Math.abs(degrees) <= most) return degrees;
    throw refuseRequest(`${name} must be a number from -${most} to ${most}.`);
  }

  #once(name: string): string | null {
    const values = this.#query.getAll(name);
    if (values.length > 1) throw refuseRequest(`${name} must occur only once.`);
    return values[0] ?? null;
  }
}

/**
 * Reads the two paging parameters; both are required.
 * @throws RefusedError 400, naming the parameter
 */
export function readPaging(query: URLSearchParams, names: PagingParameters) {
  const reader = new QueryReader(query);
  return {
    page: reader.wholeNumber(names.page, MAX_PAGE),
    perPage: reader.wholeNumber(names.perPage, MAX_PER_PAGE),
  };
}
