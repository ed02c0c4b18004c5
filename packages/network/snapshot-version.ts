import { AppError } from '#platform/errors.ts';
import type { BlockLoader } from './block-loader.ts';
import type { PointFilter } from './class-filter.ts';
import type { TablePages } from '#search/tables/paged-table.ts';
import { createLru } from '#async/lru.ts';
import { once } from '#async/once.ts';
import { pause } from '#async/pause.ts';
import type { Bounds, StoredPoint } from './point-source.ts';
import type { PointReader } from './read-points.ts';
import { readVersion, type SnapshotAddress, type VersionParts } from './read-version.ts';
import { createSnapshotBlocks, type LoadedBlock } from './snapshot-blocks.ts';
import { createFilterStates, type FilterState } from './snapshot-filter.ts';

/** Cache size of `find`, as the map looks up its marked points in every frame. */
const MAX_FOUND = 64;

export interface VersionOptions {
  now: () => number;
  /** Waits between attempts. */
  wait?: (milliseconds: number) => Promise<void>;
  /** Of each table of names, if more than one person searches. */
  tablePages?: TablePages | undefined;
}

export type SnapshotOptions = SnapshotAddress & VersionOptions;

/** Reads what a version's first map needs. @throws AppError as `readVersion` */
export async function openVersion(options: SnapshotOptions): Promise<SnapshotVersion> {
  const version = new SnapshotVersion(await readVersion(options), options);
  // Yield to the event loop, as the caller draws the map next.
  await pause(0);
  return version;
}

/** One version of the published network: its blocks, loaded on demand, and the filter in force. */
export class SnapshotVersion {
  readonly parts: VersionParts;
  readonly loader: BlockLoader<LoadedBlock>;
  readonly filters: ReturnType<typeof createFilterStates>;
  readonly now: () => number;
  /** Loaded with the first question, since the first pins need none. */
  readonly reader: () => Promise<PointReader>;
  /** Called when a block or a filter's counts were loaded, or failed to load. */
  onchange = () => {};
  /** The view drawn last; null before there is one. */
  view: Bounds | null = null;
  /** The filter set last. */
  filter: PointFilter | null = null;
  /** The drawn points: the effects of the filter in force. */
  drawn: FilterState;
  /** Resolves once the filter set last is in force; rejects with an AppError if its counts can't be loaded. */
  ready: Promise<void> = Promise.resolve();
  #filterError: AppError | null = null;
  readonly #found = createLru<string, StoredPoint>(MAX_FOUND);

  constructor(parts: VersionParts, { now, wait = pause, tablePages }: VersionOptions) {
    const { files, blocks, classes } = parts;
    this.parts = parts;
    this.now = now;
    this.loader = createSnapshotBlocks(files, blocks, classes, {
      onchange: () => this.onchange(),
      now,
      wait,
    });
    this.filters = createFilterStates(files, blocks, classes);
    this.drawn = this.filters.unfiltered;
    this.reader = once(async () => (await import('./read-points.ts')).createPointReader(this, tablePages));
  }

  /** A point of a loaded block by its id; null if it isn't loaded. */
  find(id: string): StoredPoint | null {
    const known = this.#found.get(id);
    if (known !== undefined) return known;
    for (const { ids, read } of this.loader.loaded()) {
      const slot = ids.indexOf(id);
      if (slot < 0) continue;
      const point = read(slot);
      this.#found.set(id, point);
      return point;
    }
    return null;
  }

  /** Puts a filter in force as soon as its counts are loaded, unless another is set meanwhile. */
  setFilter(filter: PointFilter | null): void {
    this.filter = filter;
    const ready: Promise<void> = this.filters.make(filter).then(
      (state) => {
        if (this.ready !== ready) return;
        this.drawn = state;
        this.#filterError = null;
        this.onchange();
      },
      (error: unknown) => {
        if (this.ready === ready && error instanceof AppError) this.#filterError = error;
        this.onchange();
        throw error;
      },
    );
    this.ready = ready;
    // Also reported in `errors`.
    ready.catch(() => {});
  }

  /** Errors of blocks, and of the filter set last, because of which something isn't shown as it should be. */
  get errors(): AppError[] {
    const ofBlocks = Array.from(this.loader.failed.values(), ({ error }) => error);
    return this.#filterError === null ? ofBlocks : [...ofBlocks, this.#filterError];
  }

  /** Requests again what failed to load. */
  retry(): void {
    this.loader.retry();
    if (this.#filterError !== null) this.setFilter(this.filter);
  }
}
