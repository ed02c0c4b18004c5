import type { Position } from './distance.ts';

/** The part of a point that the map stores; the whole item is fetched when its card opens. */
export interface StoredPoint extends Position {
  id: string;
  /** `APM`, `PUDO`, any later value, or empty when unknown. */
  type: string;
  /** IANA time zone, if the network was published with time zones. */
  timeZone?: string;
  /** Where the whole item can be read: its page of the live list, or its ordinal in the snapshot. */
  place: number;
}

/** Degrees. Longitudes may be beyond ±180 if a box crosses the antimeridian. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** One marker on the map: a single point, several at one spot, or a cluster that splits on zooming in. */
export interface Cluster {
  /** Of the marker: that of a single point may be moved aside, so that it doesn't cover another. */
  latitude: number;
  /** In the copy of the world that the view is in, so beyond ±180 across the antimeridian. */
  longitude: number;
  count: number;
  /**
   * All members, if there is only one, if all are at one spot (within about a metre), or at the deepest zoom; otherwise empty.
   * Also empty, even for one point, if points are only counted, not loaded.
   */
  members: readonly StoredPoint[];
  /** The smallest zoom at which a cluster of several spots splits; an estimate if its points aren't loaded. */
  expansionZoom: number;
  /** Unique among the clusters of a zoom, and stable while points are added; may be the first member's id. */
  key: string;
  /** Ranges of its Morton keys, ends exclusive; see `holdsPoint`. Not unique if `members` isn't empty. */
  keyRanges: readonly (readonly [from: number, to: number])[];
}

export interface PointSource {
  readonly size: number;
  /** The markers to draw in a view (positions wrap at the antimeridian), at an integer map zoom of 256-pixel tiles. */
  clustersIn(bounds: Bounds, zoom: number): Cluster[];
  /** A loaded point by id; null if it isn't loaded. */
  find(id: string): StoredPoint | null;
  /** Resolves once the points of a view are loaded or have failed to load; undefined if they come page by page. */
  loadIn?(bounds: Bounds): Promise<void>;
  /** The bounding box of all points; null without points. */
  extent(): Bounds | null;
}
