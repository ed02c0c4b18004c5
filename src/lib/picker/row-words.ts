import { byDimension } from '#contract/filter-dimensions.ts';
import { NAME_FIELDS } from '#contract/own-name.ts';
import type { Point } from '#platform/point.ts';

/**
 * Stores, for every point of a live list, the data that its row and a shop's rules need: whole
 * items would fill a phone's memory. Stored as JSON, with the list of capabilities replaced by its
 * number, because points share few lists.
 */
export class RowWords {
  readonly #words = new Map<string, string>();
  readonly #lists: unknown[] = [];
  /** Positions in `#lists`, by the list as JSON. */
  readonly #numbers = new Map<string, number>();

  add(point: Point): void {
    const { id, coordinates, address } = point;
    const names = Object.fromEntries(NAME_FIELDS.map((field) => [field, point[field]]));
    const dimensions = byDimension('field', ({ field }) => point[field]);
    const capabilities = this.#numberOf(point['capabilities']);
    this.#words.set(id, JSON.stringify({ id, coordinates, ...names, address, ...dimensions, capabilities }));
  }

  /** @returns null for an unknown point */
  read(id: string): Point | null {
    const words = this.#words.get(id);
    if (words === undefined) return null;
    const point = JSON.parse(words) as Point & { capabilities: number };
    return { ...point, capabilities: this.#lists[point.capabilities] };
  }

  #numberOf(list: unknown): number {
    const text = String(JSON.stringify(list));
    const index = this.#numbers.get(text);
    if (index !== undefined) return index;
    this.#numbers.set(text, this.#lists.length);
    return this.#lists.push(list) - 1;
  }
}
