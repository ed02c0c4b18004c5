import { AppError } from '../contract/errors.ts';
import type { PointFilter } from '../network/class-filter.ts';
import type { Position } from '../network/distance.ts';
import type { NearPoint } from '../network/nearest.ts';
import type { Bounds, PointSource, StoredPoint } from '../network/point-source.ts';
import type { Snapshot } from '../network/snapshot.ts';
import { findNearestInView, isSamePlace } from './nearest-in-view.ts';
import { createDetailsReader, type Details, type DetailsReader } from './read-details.ts';

/** A first look, and each further one. */
const POINTS_A_LOOK = 50;
/** Who hasn't found one among these should look in another place. */
const MAX_POINTS = 300;

/** Where to look for points, and which. */
export interface NearestQuery {
  /** null while the list itself is being read: then the points of the view are all there is. */
  network: Snapshot | null;
  source: PointSource;
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

  #look: NearestQuery | null = null;
  #amount = POINTS_A_LOOK;
  #anew = true;
  #asking = new AbortController();
  #network: Snapshot | null = null;
  #details: DetailsReader | null = null;

  readDetails = (id: string): Details | undefined => this.#details?.get(id);

  /** Looks anew; what is shown stays until the answer is there. */
  look(look: NearestQuery): void {
    if (this.#look === null || !isSameQuestion(this.#look, look)) {
      this.#anew = true;
      this.#amount = POINTS_A_LOOK;
    }
    this.#look = look;
    if (look.network !== this.#network) {
      this.#network = look.network;
      this.#details = look.network && createDetailsReader(look.network);
    }
    void this.#ask();
  }

  lookFarther(): void {
    if (this.phase !== 'found' || !this.more) return;
    this.#amount += POINTS_A_LOOK;
    void this.#ask();
  }

  retry(): void {
    this.#network?.retry();
    void this.#ask();
  }

  destroy(): void {
    this.#asking.abort();
  }

  async #ask(): Promise<void> {
    const look = this.#look;
    if (look === null) return;
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.phase = 'looking';
    this.error = null;
    try {
      const found = await this.#find(look, signal);
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

  async #find({ network, source, bounds, position, filter }: NearestQuery, signal: AbortSignal) {
    if (network === null) {
      const fits = ({ id, type }: StoredPoint) =>
        !filter?.excludedIds?.includes(id) && (type === '' || (filter?.types?.includes(type) ?? true));
      return { ...findNearestInView(source, bounds, position, this.#amount, fits), complete: true };
    }
    const { points, complete } = await network.nearest(position, this.#amount, { filter, signal });
    return { points, more: points.length === this.#amount, complete };
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
