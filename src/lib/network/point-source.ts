/** What the map keeps of a point; the whole item is asked for again when its card opens. */
export interface StoredPoint {
  id: string;
  latitude: number;
  longitude: number;
  /** `APM`, `PUDO`, any later value, or empty when unknown. */
  type: string;
  /** IANA name of its clock's zone, where the network was published with it. */
  timeZone?: string;
  /** Where its whole item can be read again: the page of the live list it came on, or its ordinal in the snapshot. */
  place: number;
}

/** Degrees. Longitudes may lie beyond ±180 where a box crosses the antimeridian. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** One thing on the map: a single point, several at one spot, or a cluster that opens when zoomed into. */
export interface Cluster {
  latitude: number;
  /** In the copy of the world in which the view lies, so beyond ±180 across the antimeridian. */
  longitude: number;
  count: number;
  /**
   * All members, when there is one, when all stand at one spot (within about a metre) or when the map can't be zoomed in any
   * further; otherwise empty. Also empty, even for one point, where points are only counted, not loaded.
   */
  members: readonly StoredPoint[];
  /** The smallest zoom at which a multi-spot cluster falls apart; an estimate where its points aren't loaded. */
  expansionZoom: number;
  /** Tells clusters of one zoom apart, and stays while points are added; may be the first member's id. */
  key: string;
  /** Which Morton keys it holds, each range without its end; see `holdsPoint`. */
  keyRanges: readonly (readonly [from: number, to: number])[];
}

/** Where the map's points come from. */
export interface PointSource {
  /** Number of points. */
  readonly size: number;
  /** What is to be drawn in a view (positions wrap at the antimeridian), at an integer map zoom of 256-pixel tiles. */
  clustersIn(bounds: Bounds, zoom: number): Cluster[];
  /** A point that is at hand. */
  find(id: string): StoredPoint | null;
  /** The smallest box that holds all points; null when there are none. */
  extent(): Bounds | null;
}
