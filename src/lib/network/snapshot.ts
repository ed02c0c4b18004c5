import type { PointNetwork } from './point-network.ts';
import type { Bounds } from './point-source.ts';

/** A published network: what the map draws at once, and whatever else can be asked, fetched as it is needed. */
export interface Snapshot extends PointNetwork {
  readonly walkedAt: string;
  /** Resolves once the points of a view are here, or can't be had. */
  loadIn(bounds: Bounds): Promise<void>;
  /** Time since the platform's list was read; Infinity when that isn't known. */
  ageMs(nowMs: number): number;
}
