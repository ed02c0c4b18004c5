import type { ErrorCode } from '../contract/errors.ts';
import type { Point } from '../contract/point.ts';
import type { SnapshotManifest } from '../snapshot-format/manifest.ts';
import type { FacetTotals, PointFilter } from './class-filter.ts';
import type { Position } from './distance.ts';
import type { Place } from './find-places.ts';
import type { Street, StreetQuestion } from './find-streets.ts';
import type { NearestPoints } from './nearest.ts';
import type { Bounds, PointSource, StoredPoint } from './point-source.ts';

/** Something that can't be shown at the moment. */
export interface NetworkProblem {
  kind: ErrorCode;
  /** For developers; people get the sentence for `kind`. */
  message: string;
  /** Points of the blocks concerned; they are drawn from their count. */
  count: number;
}

export interface NearestOptions {
  /** The one in force unless given; null for none. */
  filter?: PointFilter | null;
  /** Where to look, in a network that isn't known as a whole: nowhere unless given. */
  within?: Bounds;
  signal?: AbortSignal;
}

/** How the reading of a list goes. */
export interface Reading {
  /** `missing`: failed pages are read again; `failed`: an error ended it. */
  readonly phase: 'reading' | 'missing' | 'done' | 'failed';
  /** null until the first page has come. A copy: another object when it has changed. */
  readonly progress: {
    /** Points that there are to be; null while that isn't known. */
    readonly count: number | null;
    readonly points: number;
    readonly rejected: number;
    /** Counted from 1: a list that changes while it is read is read again. */
    readonly pass: number;
    readonly moved: boolean;
  } | null;
  readonly failedPages: readonly number[];
  /** Why it ended early. */
  readonly error: unknown;
  /** Ends with the reading that is under way, however it ends. */
  readonly finished: Promise<void>;
  /** Reads again what could not be read. */
  resume(): Promise<void>;
}

/**
 * The points that shoppers choose from, and what can be asked of them: published as files, or read live from a list. What a network can't
 * tell it answers as having none of it; `whole`, `filters`, `brief` and `reading` say what may be offered of it.
 */
export interface PointNetwork {
  /** Whether all its points are known from the beginning: which are the nearest anywhere, how many there are, that an id is gone. */
  readonly whole: boolean;
  /** Whether shoppers may filter: their rules ask for items, which one that is read page by page hasn't at hand. A shop's lists hold anyway. */
  readonly filters: boolean;
  /**
   * What is known of a point without asking: there where whole items are too dear for every row of a list.
   * @returns name, address and kind; null for a point that it doesn't have
   */
  brief?(id: string): Point | null;
  /** There where it is read as a whole, page by page. */
  readonly reading: Reading | null;

  /** Another one when its points are others. */
  readonly version: string;
  /** When the platform's list was read, ISO 8601; null where that is now. */
  readonly walkedAt: string | null;
  /** Points in all, whatever the filter. */
  readonly count: number;
  /** How many of the list's items could not be placed, by reason. */
  readonly rejected: Readonly<Record<string, number>>;
  /** Where the map may begin, for each country; none where that isn't known. */
  readonly countries: NonNullable<SnapshotManifest['countries']>;
  /** For the map: the filter in force applies; the extent is that of the whole network. */
  readonly source: PointSource;
  /** Calls back, at most once a turn, when the map is to be drawn anew or something else is other. @returns to stop that */
  onchange(callback: () => void): () => void;
  readonly problems: readonly NetworkProblem[];
  /** Tries again what failed: for when the connection is back. */
  retry(): void;
  /** Goes on with the points as they are now; absent from what is but one version. */
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
  /** The points nearest to a position, exact. @throws AppError `aborted`, or why a filter's counts can't be had */
  nearest(position: Position, amount: number, options?: NearestOptions): Promise<NearestPoints>;
  /** A point by its id, whatever the filter; null when the network doesn't have it. @throws AppError */
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
  /** ISO codes of the network's countries by their folded names; none where they aren't known. @throws AppError */
  countryNames(signal?: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** Streets, those whose names end where what was typed ends first; none where they aren't known. @throws AppError */
  findStreets(question: StreetQuestion, signal?: AbortSignal): Promise<Street[]>;
  /** Gives up whatever is under way. */
  close(): void;
}

/** A published network: what the map draws at once, and whatever else can be asked, fetched as it is needed. */
export interface Snapshot extends PointNetwork {
  readonly walkedAt: string;
  /** Resolves once the points of a view are here, or can't be had. */
  loadIn(bounds: Bounds): Promise<void>;
  /** Time since the platform's list was read; Infinity when that isn't known. */
  ageMs(nowMs: number): number;
}
