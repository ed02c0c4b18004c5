import type { PointNetwork } from './point-network.ts';
import type { Bounds, StoredPoint } from './point-source.ts';

export interface PointsInView {
  points: StoredPoint[];
  /** Whether these are all: no block is missing, and none was left out because of the limit. */
  complete: boolean;
}

/** A published network: what the map draws at once, and whatever else can be asked, fetched as it is needed. */
export interface Snapshot extends PointNetwork {
  readonly walkedAt: string;
  /** The points in a view that match the filter in force, of loaded blocks, nearest to its middle first. */
  pointsIn(bounds: Bounds, limit: number): PointsInView;
  /** Resolves once the points of a view are here, or can't be had. */
  loadIn(bounds: Bounds): Promise<void>;
  /** Time since the platform's list was read. */
  ageMs(nowMs: number): number;
  isStale(mostMs: number): boolean;
}
