import { AppError } from '../contract/errors.ts';
import { describePoint } from '../contract/point-details.ts';
import type { PointFilter } from '../network/class-filter.ts';
import type { Position } from '../network/distance.ts';
import type { NearPoint } from '../network/nearest.ts';
import type { Bounds, StoredPoint } from '../network/point-source.ts';
import { isSamePlace } from '../network/nearest-in-view.ts';
import type { PointNetwork } from '../network/point-network.ts';
import { createDetailsReader, type Details, type DetailsReader } from './read-details.ts';

/** A first look, and each further one. */
const POINTS_A_LOOK = 50;
/** Who hasn't found one among these should look in another place. */
const MAX_POINTS = 300;

/** Where to look for points, and which. */
export interface NearestQuery {
  network: PointNetwork;
  /** Where to look, in a network that isn't known as a whole. */
  bounds: Bounds;
  position: Position;
  filter: PointFilter | null;
}

/** The points nearest to a position, and what has been read of them. */
export class ListRows {
  near: readonly NearPoint[] = $state.raw([]);
  /** `looking` without points is the first time; with points, these are of the look before. */
  phase: 'looking' | 'found' | 'failed' = $state('looking');
  error: unknown = $state.raw(null);
  /** Whether there are points farther away that the list would still show. */
  more = $state(false);
  /** Whether some may be missing, because a part of the network could not be had. */
  incomplete = $state(false);
  /** Whether the list ends because it is long enough. */
  capped = $state(false);
  /** Counts the lists of another place or filter that have been shown. */
  generation = $state(0);
  /** The details aren't reactive: this tells when some have come. */
  detailsVersion = $state(0);
  reading = $state(false);

  #query: NearestQuery | null = null;
  #amount = POINTS_A_LOOK;
  #anew = true;
  #asking = new AbortController();
  /** Of the network's version in hand. */
  #details: DetailsReader | null = null;
  /** What the answer that is shown, or under way, depends on. */
  #asked = '';
  #version = '';

  /** What is known of a row's point; undefined until it is. */
  readDetails = (id: string): Details | undefined => {
    const brief = this.#query?.network.brief?.(id);
    return brief ? describePoint(brief) : this.#details?.get(id);
  };

  /** Looks anew where there may be another answer; what is shown stays until it is there. */
  look(query: NearestQuery): void {
    const { network, bounds, position, filter } = query;
    const { version } = network;
    const asked = JSON.stringify([position, filter, version, network.whole ? null : bounds]);
    if (asked === this.#asked && network === this.#query?.network) return;
    this.#asked = asked;
    if (this.#query === null || !isSameQuestion(this.#query, query)) {
      this.#anew = true;
      this.#amount = POINTS_A_LOOK;
    }
    if (network.brief === undefined && (network !== this.#query?.network || version !== this.#version))
      this.#details = createDetailsReader(network);
    this.#query = query;
    this.#version = version;
    void this.#ask();
  }

  lookFarther(): void {
    if (this.phase !== 'found' || !this.more) return;
    this.#amount += POINTS_A_LOOK;
    void this.#ask();
  }

  retry(): void {
    this.#query?.network.retry();
    void this.#ask();
  }

  destroy(): void {
    this.#asking.abort();
  }

  async #ask(): Promise<void> {
    const query = this.#query;
    if (query === null) return;
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.phase = 'looking';
    this.error = null;
    try {
      const { network, bounds, position, filter } = query;
      const found = await network.nearest(position, this.#amount, { filter, within: bounds, signal });
      if (signal.aborted) return;
      this.near = found.points;
      this.capped = found.more && this.#amount >= MAX_POINTS;
      this.more = found.more && !this.capped;
      this.incomplete = !found.complete;
      if (this.#anew) this.generation++;
      this.#anew = false;
      this.phase = 'found';
      await this.#read(
        found.points.map(({ point }) => point),
        signal,
      );
    } catch (error) {
      if (signal.aborted || (error instanceof AppError && error.code === 'aborted')) return;
      this.error = error;
      this.phase = 'failed';
    }
  }

  async #read(points: readonly StoredPoint[], signal: AbortSignal): Promise<void> {
    if (this.#details === null) return;
    this.reading = true;
    await this.#details.read(points, signal, () => this.detailsVersion++);
    if (!signal.aborted) this.reading = false;
  }
}

function isSameQuestion(a: NearestQuery, b: NearestQuery): boolean {
  return isSamePlace(a.position, b.position) && JSON.stringify(a.filter) === JSON.stringify(b.filter);
}
