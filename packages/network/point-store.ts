import type { Point } from '#platform/point.ts';
import { findCells, type CellRows, WORLD_CELL } from './cells.ts';
import { findClusters } from './clusters.ts';
import { extentOf } from './extent.ts';
import { acceptClasses, type PointFilter } from './class-filter.ts';
import type { Bounds, Cluster, StoredPoint } from './point-source.ts';
import { createRecords } from './records.ts';
import type { SortedColumns } from './columns.ts';
import { mergeColumns, NO_COLUMNS, sortColumns, withoutSlots } from './sorted-columns.ts';

/** Creates an empty store for the points of the live list. New points are sorted and merged lazily, when the map next needs them. */
export function createPointStore() {
  const records = createRecords();
  const slotOfId = new Map<string, number>();
  let columns = NO_COLUMNS;
  let added: number[] = [];
  let removed = new Set<number>();
  let filter: PointFilter | null = null;
  /** The matching part of the columns; null until it is needed. */
  let drawn: SortedColumns | null = null;
  /** The last filter that was applied to the classes, and which of them match it. */
  let lastTest: { filter: PointFilter; accepts: Uint8Array } | null = null;

  function accepts(slot: number, filter: PointFilter): boolean {
    if (lastTest?.filter !== filter || lastTest.accepts.length !== records.classes.length)
      lastTest = { filter, accepts: acceptClasses(records.classes, filter) };
    return lastTest.accepts[records.classOf(slot)] === 1;
  }

  function findDrawn(): SortedColumns {
    settle();
    return (drawn ??= filter === null ? columns : filterColumns(columns, filter));
  }

  function filterColumns(all: SortedColumns, filter: PointFilter): SortedColumns {
    const excluded = new Set(filter.excludedIds);
    const isMatching = (slot: number) =>
      accepts(slot, filter) && (excluded.size === 0 || !excluded.has(records.read(slot).id));
    return withoutSlots(all, new Set(all.slots.filter((slot) => !isMatching(slot))));
  }

  function settle(): void {
    if (added.length > 0 || removed.size > 0) drawn = null;
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
    /** Adds the points of a page of the list; ignores ids that already exist. */
    insert(points: readonly Point[], page: number): void {
      for (const point of points) {
        if (slotOfId.has(point.id)) continue;
        const slot = records.add(point, page);
        slotOfId.set(point.id, slot);
        added.push(slot);
      }
    },
    remove(ids: readonly string[]): void {
      for (const id of ids) {
        const slot = slotOfId.get(id);
        if (slot === undefined) continue;
        slotOfId.delete(id);
        removed.add(slot);
        records.classes[records.classOf(slot)]!.count--;
      }
    },
    /** The classes of its points, with the number of points in each. */
    classes: records.classes,
    /** Draws only matching points; null for all. */
    setFilter(next: PointFilter | null): void {
      filter = next;
      drawn = null;
    },
    /** Whether a point of the store matches. */
    matches({ id }: StoredPoint, filter: PointFilter | null): boolean {
      const slot = slotOfId.get(id);
      if (filter === null || slot === undefined) return true;
      return accepts(slot, filter) && !filter.excludedIds?.includes(id);
    },
    find(id: string): StoredPoint | null {
      const slot = slotOfId.get(id);
      return slot === undefined ? null : records.read(slot);
    },
    clustersIn(bounds: Bounds, zoom: number): Cluster[] {
      const rows: CellRows = { ...findDrawn(), read: records.read, blocks: null };
      return findClusters(
        (squares, shift) => findCells(rows, { ...WORLD_CELL, shift, end: rows.length }, squares),
        bounds,
        zoom,
      );
    },
    extent: () => extentOf(Array.from(slotOfId.values(), records.read)),
  };
}
