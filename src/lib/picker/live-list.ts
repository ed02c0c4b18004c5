import { readPoint, type Point } from '#platform/point.ts';
import { countMatchingClasses, totalFacets, type PointFilter } from '#network/class-filter.ts';
import type { Position } from '#network/distance.ts';
import { findNearestInView } from '#network/nearest-in-view.ts';
import type { NearestOptions, PointNetwork, ListReading } from '#network/point-network.ts';
import type { StoredPoint } from '#network/point-source.ts';
import { createPointStore } from '#network/point-store.ts';
import { type ReadPage, readPages, walkPoints } from '#platform/walk-points.ts';
import { createPointLookup } from './point-lookup.ts';
import { RejectionTally } from './rejection-tally.ts';
import { RowWords } from './row-words.ts';
import { createThrottle } from './throttle.ts';

const CONCURRENCY = 6;

/** Redrawing the map takes a frame or two: a few redraws a second look smooth and leave time for dragging. */
const CHANGES_APART_MS = 250;

/** The platform's list, read page by page into a store: used as the network if none is published. `renew` starts reading. */
export class LiveList implements PointNetwork {
  readonly whole = false;
  readonly filters = false;
  readonly walkedAt = null;
  readonly countries = [];
  readonly errors = [];
  readonly ready = Promise.resolve();
  readonly source = createPointStore();
  readonly readItem: PointNetwork['readItem'];

  readonly #readPage: ReadPage;
  readonly #words = new RowWords();
  readonly #listeners = new Set<() => void>();
  readonly #change = createThrottle(() => this.#notify(), CHANGES_APART_MS);
  #tally = new RejectionTally();
  #walk = new AbortController();
  #changes = 0;
  #reading: Omit<ListReading, 'rejected' | 'resume'> = {
    phase: 'reading',
    progress: null,
    failedPages: [],
    error: null,
    finished: Promise.resolve(),
  };
  /** Progress object of the walk, which keeps changing it. */
  #progress: ListReading['progress'] = null;

  constructor(readPage: ReadPage) {
    this.#readPage = readPage;
    this.readItem = createPointLookup(readPage);
  }

  get reading(): ListReading {
    const rejected = Object.fromEntries(this.#tally.byReason);
    return { ...this.#reading, rejected, resume: () => this.#resume() };
  }

  get version(): string {
    return String(this.#changes);
  }

  get count(): number {
    return this.source.size;
  }

  brief(id: string): Point | null {
    return this.#words.read(id);
  }

  onchange(callback: () => void): () => void {
    const listener = () => callback();
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Reads the whole list from the start; points of an earlier reading stay. Resolves when the reading ends; never rejects. */
  renew = (): Promise<void> =>
    this.#read('reading', async (signal) => {
      this.#progress = null;
      this.#tally = new RejectionTally();
      this.#become({ progress: null, failedPages: [] });
      const walk = walkPoints({
        readPage: this.#readPage,
        concurrency: CONCURRENCY,
        order: 'spread',
        signal,
      });
      try {
        for await (const { page, points, rejected, gone } of walk) {
          if (signal.aborted) break;
          this.#insert(points, page);
          this.source.remove(gone);
          this.#tally.add(rejected);
          this.#progress = walk.progress;
          this.#change.request();
        }
      } finally {
        if (!signal.aborted) this.#tally.report(console.warn);
      }
      return walk.progress.failedPages;
    });

  nearest(position: Position, amount: number, { filter = null, within }: NearestOptions = {}) {
    if (within === undefined) return Promise.resolve({ points: [], more: false, complete: false });
    const found = findNearestInView(this.source, within, position, amount, (point) =>
      this.source.matches(point, filter),
    );
    return Promise.resolve({ ...found, complete: true });
  }

  findById(id: string): Promise<StoredPoint | null> {
    return Promise.resolve(this.source.find(id));
  }

  /** There is no index of prefixes: finds only complete ids. */
  findIds(beginning: string): Promise<string[]> {
    return Promise.resolve(this.source.find(beginning) === null ? [] : [beginning]);
  }

  counts = () => totalFacets(this.source.classes.filter(({ count }) => count > 0));
  countMatching = (filter: PointFilter) => countMatchingClasses(this.source.classes, filter);
  findPlaces = () => Promise.resolve([]);
  findCalled = () => Promise.resolve([]);
  findWritten = () => Promise.resolve([]);
  findNearPostcodes = () => Promise.resolve([]);
  findStreets = () => Promise.resolve([]);
  findNames = () => Promise.resolve([]);
  largestCities = () => Promise.resolve([]);
  countryNames = () => Promise.resolve(new Map<string, string>());

  /** Applies a shop's own filter; shoppers' filters would need the items, fetched page by page. */
  setFilter(filter: PointFilter | null): void {
    this.source.setFilter(filter);
    this.#change.request();
  }

  /** This network fetches nothing on demand: `resume` retries failed requests. */
  retry = () => {};

  close(): void {
    this.#walk.abort();
    this.#change.cancel();
  }

  /** Reads the failed pages again, or the whole list if an error ended the reading. */
  #resume(): Promise<void> {
    const { phase, failedPages } = this.#reading;
    return phase === 'failed'
      ? this.renew()
      : this.#read('missing', (signal) => this.#readMissing(failedPages, signal));
  }

  /** @param read reads, and resolves to the pages that could not be read */
  #read(
    phase: 'reading' | 'missing',
    read: (signal: AbortSignal) => Promise<readonly number[]>,
  ): Promise<void> {
    this.#walk.abort();
    this.#walk = new AbortController();
    const { signal } = this.#walk;
    this.#become({ phase, error: null });
    const finished = read(signal).then(
      (failedPages) => {
        if (!signal.aborted) this.#become({ phase: 'done', failedPages });
      },
      (error: unknown) => {
        if (!signal.aborted) this.#become({ phase: 'failed', error });
      },
    );
    this.#reading = { ...this.#reading, finished };
    return finished;
  }

  /** @returns pages that still could not be read, in ascending order */
  async #readMissing(pages: readonly number[], signal: AbortSignal): Promise<readonly number[]> {
    const stillMissing: number[] = [];
    for await (const read of readPages([...pages].reverse(), this.#readPage, CONCURRENCY, signal)) {
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
      this.#tally.add(readings.flatMap((reading) => ('rejected' in reading ? [reading.rejected] : [])));
      this.#change.request();
    }
    return stillMissing.sort((a, b) => a - b);
  }

  #insert(points: readonly Point[], page: number): void {
    this.source.insert(points, page);
    for (const point of points) this.#words.add(point);
  }

  #become(next: Partial<ListReading>): void {
    this.#reading = { ...this.#reading, ...next };
    this.#change.cancel();
    this.#notify();
  }

  #notify(): void {
    this.#changes++;
    if (this.#progress !== null) this.#reading = { ...this.#reading, progress: { ...this.#progress } };
    for (const listener of this.#listeners) listener();
  }
}
