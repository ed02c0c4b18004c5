import type { Point } from '../contract/point.ts';
import { findClusters } from './clusters.ts';
import { extentOf } from './extent.ts';
import { createRecords } from './records.ts';
import { mergeColumns, NO_COLUMNS, sortColumns, withoutSlots } from './sorted-columns.ts';

/** What the map keeps of a point; the whole item is asked for again when its card opens. */
export interface StoredPoint {
  id: string;
  latitude: number;
  longitude: number;
  /** `APM`, `PUDO`, any later value, or empty when unknown. */
  type: string;
  /** The page of the list it came on, where its whole item can be read again. */
  page: number;
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
   * further; otherwise empty.
   */
  members: readonly StoredPoint[];
  /** The smallest zoom at which a multi-spot cluster falls apart. */
  splitsAtZoom: number;
  /** Tells clusters of one zoom apart, and stays while points are added; may be the first member's id. */
  key: string;
  /** Which Morton keys it holds, each range without its end; see `holdsPoint`. */
  keyRanges: readonly (readonly [from: number, to: number])[];
}

export interface PointStore {
  readonly size: number;
  /** Adds points; an id already there is kept as it was. */
  insert(points: readonly Point[], page: number): void;
  remove(ids: readonly string[]): void;
  find(id: string): StoredPoint | null;
  /** What is to be drawn in a view (positions wrap at the antimeridian), at an integer map zoom of 256-pixel tiles. */
  clustersIn(bounds: Bounds, zoom: number): Cluster[];
  /** The smallest box that holds all points; null when there are none. */
  extent(): Bounds | null;
}

/** Makes an empty store. What comes in is sorted and merged when the map next asks, not before. */
export function createPointStore(): PointStore {
  const records = createRecords();
  const slotOfId = new Map<string, number>();
  let columns = NO_COLUMNS;
  let added: number[] = [];
  let removed = new Set<number>();

  function settle(): void {
    if (added.length > 0) {
      columns = mergeColumns(columns, sortColumns(added, records.read));
      added = [];
    }
    if (removed.size > 0) {
      columns = withoutSlots(columns, removed);
      removed = new Set();
    }
  }

  return {
    get size() {
      return slotOfId.size;
    },
    insert(points, page) {
      for (const point of points) {
        if (slotOfId.has(point.id)) continue;
        const slot = records.add(point, page);
        slotOfId.set(point.id, slot);
        added.push(slot);
      }
    },
    remove(ids) {
      for (const id of ids) {
        const slot = slotOfId.get(id);
        if (slot === undefined) continue;
        slotOfId.delete(id);
        removed.add(slot);
      }
    },
    find(id) {
      const slot = slotOfId.get(id);
      return slot === undefined ? null : records.read(slot);
    },
    clustersIn(bounds, zoom) {
      settle();
      return findClusters(columns, bounds, zoom, records.read);
    },
    extent: () => extentOf(Array.from(slotOfId.values(), records.read)),
  };
}
