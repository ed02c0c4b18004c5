import { readPoint, type Point, type SetAsideReason } from '../contract/point.ts';
import { describePoint, type PointDetails } from '../contract/point-details.ts';
import { sentences } from '../i18n/sentences.ts';
import { createPointStore, type StoredPoint } from '../network/point-store.ts';
import { listPoints, type WalkProgress } from '../platform/list-points.ts';
import { readMissingPages } from './missing-pages.ts';
import { createPointLookup, type LookUpPoint } from './point-lookup.ts';
import { announceEnd, type Phase } from './progress-words.ts';
import type { ReadPage } from './read-page.ts';
import { SetAsideTally } from './set-aside-tally.ts';
import { createThrottle } from './throttle.ts';

/** What a card shows: the item is on its way, there, no longer in the list, or could not be read. */
export type CardContent =
  | { state: 'loading' }
  | { state: 'loaded'; point: Point; details: PointDetails }
  | { state: 'moved' }
  | { state: 'failed'; error: unknown };

/** What lies open beside the map. `stack` is the list that a card was chosen from, for the way back. */
export type Opened =
  | { kind: 'nothing' }
  | { kind: 'stack'; stack: readonly StoredPoint[] }
  | { kind: 'card'; stored: StoredPoint; stack: readonly StoredPoint[] | null };

const CONCURRENCY = 6;
/** Drawing the map anew costs a frame or two: several times a second looks lively and leaves time for dragging. */
const REFRESH_INTERVAL_MS = 250;

/** The state behind the picker: reads the whole list into a store, and opens points for a closer look. */
export class PickerState {
  /** Not reactive, for there may be a million points in it: `version` tells when it has changed. */
  readonly store = createPointStore();
  version = $state(0);
  phase: Phase = $state('reading');
  /** A copy taken now and then, because the walk's own changes with every page. */
  progress: WalkProgress | null = $state.raw(null);
  failedPages: readonly number[] = $state.raw([]);
  setAside: readonly (readonly [reason: SetAsideReason, count: number])[] = $state.raw([]);
  /** Why the walk ended early. */
  error: unknown = $state.raw(null);
  opened: Opened = $state.raw({ kind: 'nothing' });
  content: CardContent = $state.raw({ state: 'loading' });
  /** What assistive technology is told next. */
  announcement = $state('');

  readonly #readPage: ReadPage;
  readonly #lookUp: LookUpPoint;
  readonly #refresh = createThrottle(() => this.#publish(), REFRESH_INTERVAL_MS);
  #tally = new SetAsideTally();
  #latestProgress: WalkProgress | null = null;
  #walk = new AbortController();
  #card = new AbortController();

  constructor(readPage: ReadPage) {
    this.#readPage = readPage;
    this.#lookUp = createPointLookup(readPage);
  }

  /** Reads the whole list; again from the beginning when it was begun before. Points already there stay. */
  async load(): Promise<void> {
    const { signal } = this.#begin('reading');
    this.#tally = new SetAsideTally();
    this.failedPages = [];
    this.progress = null;
    this.announcement = sentences.progress.starting;
    const walk = listPoints({
      readPage: (page) => this.#readPage(page, signal),
      concurrency: CONCURRENCY,
      order: 'spread',
      signal,
    });
    this.#latestProgress = walk.progress;
    try {
      for await (const { page, points, setAside, gone } of walk) {
        if (signal.aborted) return;
        this.store.insert(points, page);
        this.store.remove(gone);
        this.#tally.add(setAside);
        this.#refresh.request();
      }
      if (!signal.aborted) this.#end(walk.progress.failedPages);
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
      this.phase = 'failed';
      this.#refresh.flush();
    }
    this.#tally.report(console.warn);
  }

  /** Reads the pages again that failed. */
  async loadMissing(): Promise<void> {
    const { signal } = this.#begin('missing');
    const stillMissing: number[] = [];
    for await (const read of readMissingPages(this.failedPages, this.#readPage, signal, CONCURRENCY)) {
      if (signal.aborted) return;
      if ('error' in read) {
        stillMissing.push(read.page);
        continue;
      }
      const readings = read.answer.items.map(readPoint);
      this.store.insert(
        readings.flatMap((reading) => ('point' in reading ? [reading.point] : [])),
        read.page,
      );
      this.#tally.add(readings.flatMap((reading) => ('setAside' in reading ? [reading.setAside] : [])));
      this.#refresh.request();
    }
    this.#end(stillMissing.sort((a, b) => a - b));
  }

  /** Opens a pressed point, or the list of those that stand at one spot. */
  press(points: readonly StoredPoint[]): void {
    const [only] = points;
    if (only === undefined) return;
    if (points.length === 1) this.openCard(only, null);
    else {
      this.#card.abort();
      this.opened = { kind: 'stack', stack: points };
    }
  }

  openCard(stored: StoredPoint, stack: readonly StoredPoint[] | null): void {
    this.opened = { kind: 'card', stored, stack };
    void this.loadCard();
  }

  /** Reads the item of the open card. */
  async loadCard(): Promise<void> {
    if (this.opened.kind !== 'card') return;
    this.#card.abort();
    this.#card = new AbortController();
    const { signal } = this.#card;
    this.content = { state: 'loading' };
    try {
      const point = await this.#lookUp(this.opened.stored, signal);
      if (signal.aborted) return;
      if (point === null) {
        this.content = { state: 'moved' };
        return;
      }
      const details = describePoint(point);
      this.content = { state: 'loaded', point, details };
      this.announcement = sentences.card.loaded(details.name);
    } catch (error) {
      if (!signal.aborted) this.content = { state: 'failed', error };
    }
  }

  close(): void {
    this.#card.abort();
    this.opened = { kind: 'nothing' };
  }

  destroy(): void {
    this.#walk.abort();
    this.#card.abort();
    this.#refresh.cancel();
  }

  #begin(phase: Phase): AbortController {
    this.#walk.abort();
    this.#walk = new AbortController();
    this.phase = phase;
    this.error = null;
    return this.#walk;
  }

  #end(failedPages: readonly number[]): void {
    this.failedPages = [...failedPages];
    this.phase = 'done';
    this.#refresh.flush();
    this.announcement = announceEnd(this.store.size, this.#tally.total, failedPages.length);
  }

  #publish(): void {
    this.progress = this.#latestProgress && { ...this.#latestProgress };
    this.setAside = this.#tally.byReason;
    this.version++;
  }
}
