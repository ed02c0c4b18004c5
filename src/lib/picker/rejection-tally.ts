import type { RejectedItem, RejectionReason } from '#platform/point.ts';

/** Maximum number of items listed in the console; a feed may have thousands of bad ones. */
const MAX_NAMED = 20;

/** Counts items that can't be placed, by reason, and keeps the first few. */
export class RejectionTally {
  readonly #counts = new Map<RejectionReason, number>();
  readonly #ids = new Set<string>();
  readonly #first: RejectedItem[] = [];

  add(items: readonly RejectedItem[]): void {
    for (const item of items) {
      if (item.id !== null && this.#ids.has(item.id)) continue;
      if (item.id !== null) this.#ids.add(item.id);
      this.#counts.set(item.reason, (this.#counts.get(item.reason) ?? 0) + 1);
      if (this.#first.length < MAX_NAMED) this.#first.push(item);
    }
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Counts by reason, the most frequent first. */
  get byReason(): readonly (readonly [reason: RejectionReason, count: number])[] {
    return [...this.#counts].sort(([, a], [, b]) => b - a);
  }

  /** Logs a summary of the items that aren't on the map, for the site's operator. */
  report(warn: (...details: unknown[]) => void): void {
    if (this.total === 0) return;
    const counts = Object.fromEntries(this.byReason);
    warn(`${this.total} points can't be placed.`, counts, `The first ${this.#first.length}:`, this.#first);
  }
}
