import type { BlockLoader } from './block-loader.ts';
import { findClusters } from './clusters.ts';
import { createLru } from '#async/lru.ts';
import type { Bounds, PointSource, StoredPoint } from './point-source.ts';
import type { LoadedBlock } from './snapshot-blocks.ts';
import type { FilterState } from './snapshot-filter.ts';
import { createFindCells, findRowsInView } from './view-blocks.ts';

/** A view with more blocks than this is drawn from the table alone, as it is wide enough to look the same. */
const MAX_BLOCKS_IN_VIEW = 24;
/** Cache size of `find`, as the map looks up its marked points in every frame. */
const FOUND_KEPT = 64;

/** Creates the source of the map: draws loaded blocks by points and others from the table, and requests missing blocks of the view. */
export function createSnapshotSource(
  loader: BlockLoader<LoadedBlock>,
  extent: Bounds | null,
  state: () => FilterState,
): PointSource & { loadIn(bounds: Bounds): Promise<void> } {
  const found = createLru<string, StoredPoint>(FOUND_KEPT);

  return {
    get size() {
      const { table } = state();
      return table.blocks!.sumsCount[table.length]!;
    },
    extent: () => extent,
    find(id) {
      const known = found.get(id);
      if (known !== undefined) return known;
      for (const { ids, read } of loader.loaded()) {
        const slot = ids.indexOf(id);
        if (slot < 0) continue;
        const point = read(slot);
        found.set(id, point);
        return point;
      }
      return null;
    },
    clustersIn(bounds, zoom) {
      const { table, test } = state();
      const rowsOf = (index: number) => loader.get(index)?.rowsFor(test) ?? null;
      const rows = findRowsInView(table, bounds, MAX_BLOCKS_IN_VIEW);
      loader.want(rows?.map((row) => table.slots[row]!) ?? []);
      return findClusters(createFindCells(table, rows === null ? null : rowsOf), bounds, zoom);
    },
    async loadIn(bounds) {
      const { table } = state();
      const rows = findRowsInView(table, bounds, MAX_BLOCKS_IN_VIEW) ?? [];
      await Promise.allSettled(rows.map((row) => loader.load(table.slots[row]!)));
    },
  };
}
