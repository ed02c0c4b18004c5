import { byDimension, FILTER_DIMENSIONS } from '#contract/filter-dimensions.ts';
import { readDimension } from '#contract/read-dimension.ts';
import type { PointClass } from './point-classes.ts';

/**
 * Assigns numbers to classes of points in the order in which they appear. Numbers never change; 0 is the
 * class of points without known values.
 */
export class ClassNumbers {
  /** Classes by number; each call of `numberOf` adds one to a `count`. */
  readonly classes: PointClass[] = [{ ...byDimension('field', () => ''), count: 0 }];
  readonly #most: number;
  readonly #byValues = new Map([['\0'.repeat(FILTER_DIMENSIONS.length), 0]]);
  /** Numbers by the raw values of items, so that each combination is parsed only once. */
  readonly #byRawValues = new Map<string, number>();

  /** @param most maximum number of classes; points of further classes count as unknown */
  constructor(most = Infinity) {
    this.#most = most;
  }

  /** Counts a point and returns its class number. @param timeZone empty if unknown */
  numberOf(item: Readonly<Record<string, unknown>>, timeZone = ''): number {
    let rawKey = timeZone;
    for (const { field } of FILTER_DIMENSIONS) {
      const value = item[field];
      rawKey += typeof value === 'string' ? `\0${value}` : '\0';
    }
    let number = this.#byRawValues.get(rawKey);
    if (number === undefined) {
      number = this.#find(item, timeZone);
      if (number > 0) this.#byRawValues.set(rawKey, number);
    }
    this.classes[number]!.count++;
    return number;
  }

  #find(item: Readonly<Record<string, unknown>>, timeZone: string): number {
    const values = byDimension('field', ({ field }) => readDimension(item[field]));
    const key = [...FILTER_DIMENSIONS.map(({ field }) => values[field]), timeZone].join('\0');
    const number = this.#byValues.get(key);
    if (number !== undefined) return number;
    if (this.classes.length === this.#most) return 0;
    this.#byValues.set(key, this.classes.length);
    return this.classes.push({ ...values, count: 0, ...(timeZone && { timeZone }) }) - 1;
  }
}
