import type { ErrorCode } from '../contract/errors.ts';
import type { Point } from '../contract/point.ts';
import type { SnapshotManifest } from '../contract/snapshot.ts';
import type { FacetTotals, PointFilter } from './class-filter.ts';
import type { Position } from './distance.ts';
import type { Place } from './find-places.ts';
import type { Street, StreetQuestion } from './find-streets.ts';
import type { NearestPoints } from './nearest.ts';
import type { Bounds, PointSource, StoredPoint } from './point-source.ts';

/** Something that can't be shown at the moment. */
export interface SnapshotProblem {
  kind: ErrorCode;
  /** For developers; people get the sentence for `kind`. */
  message: string;
  /** Points of the blocks concerned; they are drawn from their count. */
  count: number;
}

export interface PointsInView {
  points: StoredPoint[];
  /** Whether these are all: no block is missing, and none was left out because of the limit. */
  complete: boolean;
}

/** A published network: what the map draws at once, and whatever else can be asked, fetched as it is needed. */
export interface Snapshot {
  readonly version: string;
  readonly walkedAt: string;
  /** Points in all, whatever the filter. */
  readonly count: number;
  /** How many of the list's items could not be placed, by reason. */
  readonly setAside: Readonly<Record<string, number>>;
  /** Where the map may begin, for each country; none of a network published before there was this. */
  readonly countries: NonNullable<SnapshotManifest['countries']>;
  /** For the map: the filter in force applies; the extent is that of the whole network. */
  readonly source: PointSource;
  /** Calls back, at most once a turn, when the map is to be drawn anew or problems changed. @returns to stop that */
  onchange(callback: () => void): () => void;
  readonly problems: readonly SnapshotProblem[];
  /** Tries again what failed: for when the network is back. */
  retry(): void;
  /** Goes on with the newest version, where another is published by now; absent from what is but one version. */
  renew?: () => Promise<void>;
  /**
   * Counts and draws only what matches, from the moment that its counts are there. Asking for another filter meanwhile replaces
   * this one.
   */
  setFilter(filter: PointFilter | null): void;
  /** The filter set last is in force. Rejects with an AppError when its counts can't be had; what was in force stays. */
  readonly ready: Promise<void>;
  /** Totals of the whole network, exact. */
  counts(): FacetTotals;
  /** Exact, but for ids that are excluded: they count. */
  countMatching(filter: PointFilter): number;
  /** The points in a view that match the filter in force, of loaded blocks, nearest to its middle first. */
  pointsIn(bounds: Bounds, limit: number): PointsInView;
  /** Resolves once the points of a view are here, or can't be had. */
  loadIn(bounds: Bounds): Promise<void>;
  /**
   * The points nearest to a position, exact.
   * @param filter the one in force unless given; null for none
   * @throws AppError `aborted`, or why a filter's counts can't be had
   */
  nearest(
    position: Position,
    amount: number,
    options?: { filter?: PointFilter | null; signal?: AbortSignal },
  ): Promise<NearestPoints>;
  /** A point by its id, whatever the filter; null when the network no longer has it. @throws AppError */
  findById(id: string, signal?: AbortSignal): Promise<StoredPoint | null>;
  /** The platform's own item; null when the network no longer has it. @throws AppError */
  readItem(point: Pick<StoredPoint, 'id' | 'place'>, signal?: AbortSignal): Promise<Point | null>;
  /** Ids that begin like this, capitals told apart, in their own order. @throws AppError */
  findIds(beginning: string, limit: number, signal?: AbortSignal): Promise<string[]>;
  /**
   * Cities and postcodes whose names begin like this, folded; those called so first, cities before postcodes, those with most
   * points first, then names that are nearly so.
   * @param countries ISO codes of those that count; any unless given
   * @throws AppError
   */
  findPlaces(
    query: string,
    limit: number,
    signal?: AbortSignal,
    countries?: readonly string[],
  ): Promise<Place[]>;
  /** Cities and postcodes called exactly so, those with most points first. @throws AppError */
  findCalled(name: string, countries: readonly string[], signal?: AbortSignal): Promise<Place[]>;
  /** Postcodes that share the longest beginnings with one, without itself. @throws AppError */
  findNearPostcodes(postcode: string, countries: readonly string[], signal?: AbortSignal): Promise<Place[]>;
  /** ISO codes of the network's countries by their folded names; none of a network published before there were any. @throws AppError */
  countryNames(signal?: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** Streets, those whose names end where what was typed ends first; none of a network published before there were any. @throws AppError */
  findStreets(question: StreetQuestion, signal?: AbortSignal): Promise<Street[]>;
  /** Time since the platform's list was read. */
  ageMs(nowMs: number): number;
  isStale(mostMs: number): boolean;
  /** Gives up whatever is under way. */
  close(): void;
}
