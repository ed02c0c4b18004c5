import { byDimension, FILTER_DIMENSIONS } from '../contract/filter-dimensions.ts';
import { readDimension } from '../contract/read-known.ts';
import type { PointClass } from './point-classes.ts';

/** Numbers the classes of points as they come; a number stays, and number 0 is that of points of which nothing is known. */
export class ClassNumbers {
  /** By number; `count` is what `numberOf` was asked for so far. */
  readonly classes: PointClass[] = [{ ...byDimension('field', () => ''), count: 0 }];
  readonly #most: number;
  readonly #byValues = new Map([['\0'.repeat(FILTER_DIMENSIONS.length), 0]]);
  /** By what items say, so that it is read once. */
  readonly #known = new Map<string, number>();

  /** @param most with more kinds of points than this, the rest counts as unknown */
  constructor(most = Infinity) {
    this.#most = most;
  }

  /** Counts a point, by its item. @param timeZone where that is known */
  numberOf(item: Readonly<Record<string, unknown>>, timeZone = ''): number {
    let said = timeZone;
    for (const { field } of FILTER_DIMENSIONS) {
      const value = item[field];
      said += typeof value === 'string' ? `\0${value}` : '\0';
    }
    let number = this.#known.get(said);
    if (number === undefined) {
      number = this.#find(item, timeZone);
      if (number > 0) this.#known.set(said, number);
    }
    this.classes[number]!.count++;
    return number;
  }

  #find(item: Readonly<Record<string, unknown>>, timeZone: string): number {
    const values = byDimension('field', ({ field }) => readDimension(item[field]));
    const key = [...FILTER_DIMENSIONS.map(({ field }) => values[field]), timeZone].join('\0');
    const known = this.#byValues.get(key);
    if (known !== undefined) return known;
    if (this.classes.length === this.#most) return 0;
    this.#byValues.set(key, this.classes.length);
    return this.classes.push({ ...values, count: 0, ...(timeZone && { timeZone }) }) - 1;
  }
}
