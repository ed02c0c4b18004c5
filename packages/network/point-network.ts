import type { AppError } from '#platform/errors.ts';
import type { Point } from '#platform/point.ts';
import type { SnapshotManifest } from './snapshot-format/manifest.ts';
import type { FacetTotals, PointFilter } from './class-filter.ts';
import type { Position } from './distance.ts';
import type { NamedPoint, NameQuestion } from '#search/tables/open-tables.ts';
import type { Place } from '#search/tables/places.ts';
import type { Street, StreetQuestion } from '#search/tables/streets.ts';
import type { NearestPoints } from './nearest.ts';
import type { Bounds, PointSource, StoredPoint } from './point-source.ts';

export interface NearestOptions {
  /** Default: the current filter; null for none. */
  filter?: PointFilter | null;
  /** Search area in a network that isn't `whole`, which finds nothing without it; ignored by others. */
  within?: Bounds;
  signal?: AbortSignal;
}

/** State of reading a list. */
export interface ListReading {
  /** `missing`: failed pages are read again; `failed`: an error ended it. */
  readonly phase: 'reading' | 'missing' | 'done' | 'failed';
  /** null until the first page is loaded. A copy: a new object after each change. */
  readonly progress: {
    /** Expected number of points; null while unknown. */
    readonly count: number | null;
    readonly points: number;
    readonly rejected: number;
    /** Counted from 1: a list that changes while it is read is read again. */
    readonly pass: number;
    readonly moved: boolean;
  } | null;
  /** Number of the list's items that could not be placed, by reason. */
  readonly rejected: Readonly<Record<string, number>>;
  readonly failedPages: readonly number[];
  /** The error that ended it early. */
  readonly error: unknown;
  /** Resolves when the current reading ends, whether or not it succeeded. */
  readonly finished: Promise<void>;
  /** Retries what could not be read. */
  resume(): Promise<void>;
}

/**
 * The points that shoppers choose from, and queries for them: published as files, or read live from a list. Queries that a network
 * doesn't support return empty results; `whole`, `filters`, `brief` and `reading` describe which features it supports.
 */
export interface PointNetwork {
  /** Whether all points are known from the start: the nearest ones anywhere, the total, and whether an id is gone. */
  readonly whole: boolean;
  /** Whether shoppers may filter: that needs items, which a network read page by page doesn't keep. A shop's own filter always applies. */
  readonly filters: boolean;
  /**
   * The facts known about a point without a request; defined if fetching the item for every row of a list is too expensive.
   * @returns name, address, filter dimensions and capabilities; null for an unknown point
   */
  brief?(id: string): Point | null;
  /** State of reading if the network is read page by page; otherwise null. */
  readonly reading: ListReading | null;

  /** Changes when the points change. */
  readonly version: string;
  /** When the platform's list was read, ISO 8601; null if it is read live. */
  readonly walkedAt: string | null;
  /** Total number of points, regardless of the filter. */
  readonly count: number;
  /** Possible initial views of the map, by country; empty if unknown. */
  readonly countries: NonNullable<SnapshotManifest['countries']>;
  /** Source of the map. The current filter applies, except to `extent`, which is that of the whole network. */
  readonly source: PointSource;
  /** Adds a listener, called when the map must be redrawn or other state changes, at most once a turn. @returns removes it */
  onchange(callback: () => void): () => void;
  /** The errors because of which something currently can't be shown; what isn't loaded is drawn as counts. */
  readonly errors: readonly AppError[];
  /** Retries what failed, for example when the connection is back. */
  retry(): void;
  /** Switches to the current points: the newest version, or the list read again. Resolves when that is done; never rejects. */
  renew(): Promise<void>;
  /**
   * Counts and draws only matching points, as soon as the counts for the filter are loaded. Setting another filter meanwhile
   * replaces this one.
   */
  setFilter(filter: PointFilter | null): void;
  /** Resolves once the filter set last is active. Rejects with an AppError if its counts can't be loaded; the previous one stays active. */
  readonly ready: Promise<void>;
  /** Exact totals of the whole network. */
  counts(): FacetTotals;
  /** Exact, except that excluded ids are counted. */
  countMatching(filter: PointFilter): number;
  /** The exact nearest points to a position. @throws AppError `aborted`, or the error of loading a filter's counts */
  nearest(position: Position, amount: number, options?: NearestOptions): Promise<NearestPoints>;
  /** A point by its id, regardless of the filter; null if the network doesn't have it. @throws AppError */
  findById(id: string, signal?: AbortSignal): Promise<StoredPoint | null>;
  /** The platform's own item; null if the network no longer has it. @throws AppError */
  readItem(point: Pick<StoredPoint, 'id' | 'place'>, signal?: AbortSignal): Promise<Point | null>;
  /** Ids with this prefix (case-sensitive), sorted. @throws AppError */
  findIds(beginning: string, limit: number, signal?: AbortSignal): Promise<string[]>;
  /**
   * Cities and postcodes whose folded names have this prefix: exact matches first, cities before postcodes, most points first; then
   * names that match with typos.
   * @param countries ISO codes of the allowed countries; default: any
   * @throws AppError
   */
  findPlaces(
    query: string,
    limit: number,
    signal?: AbortSignal,
    countries?: readonly string[],
  ): Promise<Place[]>;
  /** Cities and postcodes with exactly this name, most points first. @throws AppError */
  findCalled(name: string, countries: readonly string[], signal?: AbortSignal): Promise<Place[]>;
  /** Cities whose names may be written like this (packages/search/names.ts): "Frankfurt/Main", "Kauno m. sav."; most points first. @throws AppError */
  findWritten(name: string, countries: readonly string[], signal?: AbortSignal): Promise<Place[]>;
  /** Postcodes that share the longest prefixes with the given one, without itself. @throws AppError */
  findNearPostcodes(postcode: string, countries: readonly string[], signal?: AbortSignal): Promise<Place[]>;
  /** ISO codes of the network's countries by their folded names; empty if unknown. @throws AppError */
  countryNames(signal?: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /**
   * Cities with most points, of these countries (ISO codes; empty: any), at most five of each country; empty if unknown.
   * @throws AppError
   */
  largestCities(limit: number, countries: readonly string[], signal?: AbortSignal): Promise<Place[]>;
  /** Points by the beginning of their own names; empty if the network has no table of them. @throws AppError */
  findNames(question: NameQuestion, signal?: AbortSignal): Promise<NamedPoint[]>;
  /** Streets, first those where the typed text ends at the end of a word; empty if the network has none. @throws AppError */
  findStreets(question: StreetQuestion, signal?: AbortSignal): Promise<Street[]>;
  /** Aborts everything in progress. */
  close(): void;
}
