import { readPoint, type Point } from '../contract/point.ts';
import { describePoint, type PointDetails } from '../contract/point-details.ts';
import { createPointStore } from '../network/point-store.ts';
import { listPoints, type WalkProgress } from '../platform/list-points.ts';
import { readMissingPages } from './missing-pages.ts';
import { createPointLookup } from './point-lookup.ts';
import type { ReadPage } from './read-page.ts';
import { SetAsideTally } from './set-aside-tally.ts';

const CONCURRENCY = 6;

/** The platform's list, read page by page into a store: what the picker shows where no snapshot is published. */
export class LiveList {
  readonly source = createPointStore();
  readonly lookUp;
  readonly #readPage: ReadPage;
  /** What a row says of each point, as text: the items of a whole network would fill a phone. */
  readonly #words = new Map<string, string>();
  #tally = new SetAsideTally();

  constructor(readPage: ReadPage) {
    this.#readPage = readPage;
    this.lookUp = createPointLookup(readPage);
  }

  /** Reasons with their counts, the most frequent first. */
  get setAside() {
    return this.#tally.byReason;
  }

  /** What is known of a point without asking again: its name, address and kind. */
  describe = (id: string): PointDetails | undefined => {
    const words = this.#words.get(id);
    return words === undefined ? undefined : describePoint(JSON.parse(words) as Point);
  };

  /**
   * Reads the whole list; points of an earlier reading stay.
   * @param onpage called when a page is in the store; the progress is the walk's own and goes on changing
   * @returns pages that could not be read
   * @throws AppError when the first page can't be read or no further one can succeed
   */
  async readAll(signal: AbortSignal, onpage: (progress: WalkProgress) => void): Promise<readonly number[]> {
    this.#tally = new SetAsideTally();
    const walk = listPoints({
      readPage: (page) => this.#readPage(page, signal),
      concurrency: CONCURRENCY,
      order: 'spread',
      signal,
    });
    try {
      for await (const { page, points, setAside, gone } of walk) {
        if (signal.aborted) break;
        this.#insert(points, page);
        this.source.remove(gone);
        this.#tally.add(setAside);
        onpage(walk.progress);
      }
    } finally {
      if (!signal.aborted) this.#tally.report(console.warn);
    }
    return walk.progress.failedPages;
  }

  /**
   * Reads single pages again.
   * @returns those that could still not be read, in order
   */
  async readMissing(
    pages: readonly number[],
    signal: AbortSignal,
    onpage: () => void,
  ): Promise<readonly number[]> {
    const stillMissing: number[] = [];
    for await (const read of readMissingPages(pages, this.#readPage, signal, CONCURRENCY)) {
      if (signal.aborted) break;
      if ('error' in read) {
        stillMissing.push(read.page);
        continue;
      }
      const readings = read.answer.items.map(readPoint);
      this.#insert(
        readings.flatMap((reading) => ('point' in reading ? [reading.point] : [])),
        read.page,
      );
      this.#tally.add(readings.flatMap((reading) => ('setAside' in reading ? [reading.setAside] : [])));
      onpage();
    }
    return stillMissing.sort((a, b) => a - b);
  }

  #insert(points: readonly Point[], page: number): void {
    this.source.insert(points, page);
    for (const { id, coordinates, displayName, type, country, address } of points)
      this.#words.set(id, JSON.stringify({ id, coordinates, displayName, type, country, address }));
  }
}
