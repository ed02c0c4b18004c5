import type { Point } from '../contract/point.ts';
import { findCells, type CellRows, WORLD_CELL } from './cells.ts';
import { findClusters } from './clusters.ts';
import { extentOf } from './extent.ts';
import type { PointSource } from './point-source.ts';
import { createRecords } from './records.ts';
import { mergeColumns, NO_COLUMNS, sortColumns, withoutSlots } from './sorted-columns.ts';

export type { Bounds, Cluster, PointSource, StoredPoint } from './point-source.ts';

/** The points of the live list, as they come in. */
export interface PointStore extends PointSource {
  /** Adds points that came on a page of the list; an id already there is kept as it was. */
  insert(points: readonly Point[], page: number): void;
  remove(ids: readonly string[]): void;
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
      const rows: CellRows = { ...columns, read: records.read, blocks: null };
      return findClusters(
        (squares, shift) => findCells(rows, { ...WORLD_CELL, shift, end: rows.length }, squares),
        bounds,
        zoom,
      );
    },
    extent: () => extentOf(Array.from(slotOfId.values(), records.read)),
  };
}
