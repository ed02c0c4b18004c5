import { AppError } from '#platform/errors.ts';
import { describePoint } from '#contract/point-details.ts';
import type { PointFilter } from '#network/class-filter.ts';
import type { Position } from '#network/distance.ts';
import type { NearestPoint } from '#network/nearest.ts';
import type { Bounds } from '#network/point-source.ts';
import { isSamePlace } from '#network/nearest-in-view.ts';
import type { PointNetwork } from '#network/point-network.ts';
import { createDetailsReader, type Details } from './read-details.ts';

/** Page size: number of points loaded at a time. */
const POINTS_A_LOOK = 50;
/** Someone who hasn't found a point among these should search elsewhere. */
const MAX_POINTS = 300;

/** Where to search for points, and which ones. */
export interface RowQuery {
  network: PointNetwork;
  /** Search area in a network that isn't loaded as a whole. */
  bounds: Bounds;
  position: Position;
  filter: PointFilter | null;
}

/** The points nearest to a position, and their details. */
export class ListRows {
  near: readonly NearestPoint[] = $state.raw([]);
  /** `looking` without points is the first search; with points, they are the results of the previous one. */
  phase: 'looking' | 'found' | 'failed' = $state('looking');
  error: unknown = $state.raw(null);
  /** Whether there are points farther away that the list can still load. */
  more = $state(false);
  /** Whether some may be missing, because a part of the network could not be read. */
  incomplete = $state(false);
  /** Whether the list has reached its maximum length. */
  capped = $state(false);
  /** Incremented when the list of another place or filter is shown. */
  generation = $state(0);
  /** Incremented when details arrive, because the details themselves aren't reactive. */
  detailsVersion = $state(0);
  reading = $state(false);

  #query: RowQuery | null = null;
  #amount = POINTS_A_LOOK;
  #isNewQuery = true;
  #aborter = new AbortController();
  /** Reader for the current version of the network. */
  #details: ReturnType<typeof createDetailsReader> | null = null;
  /** Key of the query whose result is shown or pending. */
  #queryKey = '';
  #version = '';

  /** Details of a row's point; undefined until loaded. */
  readDetails = (id: string): Details | undefined => {
    const brief = this.#query?.network.brief?.(id);
    return brief ? describePoint(brief) : this.#details?.get(id);
  };

  /** Searches again if the result may differ; the old rows stay until the new ones arrive. */
  look(query: RowQuery): void {
    const { network, bounds, position, filter } = query;
    const { version } = network;
    const queryKey = JSON.stringify([position, filter, version, network.whole ? null : bounds]);
    if (queryKey === this.#queryKey && network === this.#query?.network) return;
    this.#queryKey = queryKey;
    if (this.#query === null || !isSameQuestion(this.#query, query)) {
      this.#isNewQuery = true;
      this.#amount = POINTS_A_LOOK;
    }
    if (network.brief === undefined && (network !== this.#query?.network || version !== this.#version))
      this.#details = createDetailsReader(network);
    this.#query = query;
    this.#version = version;
    void this.#search();
  }

  lookFarther(): void {
    if (this.phase !== 'found' || !this.more) return;
    this.#amount += POINTS_A_LOOK;
    void this.#search();
  }

  retry(): void {
    this.#query?.network.retry();
    void this.#search();
  }

  destroy(): void {
    this.#aborter.abort();
  }

  async #search(): Promise<void> {
    const query = this.#query;
    if (query === null) return;
    this.#aborter.abort();
    this.#aborter = new AbortController();
    const { signal } = this.#aborter;
    this.phase = 'looking';
    this.error = null;
    try {
      const { network, bounds, position, filter } = query;
      const result = await network.nearest(position, this.#amount, { filter, within: bounds, signal });
      if (signal.aborted) return;
      this.near = result.points;
      this.capped = result.more && this.#amount >= MAX_POINTS;
      this.more = result.more && !this.capped;
      this.incomplete = !result.complete;
      if (this.#isNewQuery) this.generation++;
      this.#isNewQuery = false;
      this.phase = 'found';
      this.reading = this.#details !== null;
      const points = result.points.map(({ point }) => point);
      await this.#details?.read(points, signal, () => this.detailsVersion++);
      if (!signal.aborted) this.reading = false;
    } catch (error) {
      if (signal.aborted || (error instanceof AppError && error.code === 'aborted')) return;
      this.error = error;
      this.phase = 'failed';
      this.reading = false;
    }
  }
}

function isSameQuestion(a: RowQuery, b: RowQuery): boolean {
  return isSamePlace(a.position, b.position) && JSON.stringify(a.filter) === JSON.stringify(b.filter);
}
