import { findClusters } from './clusters.ts';
import type { Bounds, PointSource } from './point-source.ts';
import type { SnapshotVersion } from './snapshot-version.ts';
import { createFindCells, findRowsInView } from './view-blocks.ts';

/** A view with more blocks than this is drawn from the table alone, as it is wide enough to look the same. */
const MAX_BLOCKS_IN_VIEW = 24;

/**
 * Creates the source of the map: draws loaded blocks by points and others from the table, and requests missing blocks of the view.
 * @param current the version to draw: the map keeps its source when that changes
 */
export function createSnapshotSource(current: () => SnapshotVersion): Required<PointSource> {
  return {
    get size() {
      const { table } = current().drawn;
      return table.blocks!.sumsCount[table.length]!;
    },
    extent: () => current().parts.manifest.extent,
    find: (id) => current().find(id),
    clustersIn(bounds, zoom) {
      const version = current();
      const { loader, drawn } = version;
      const { table, test } = drawn;
      version.view = bounds;
      const rowsOf = (index: number) => loader.get(index)?.rowsFor(test) ?? null;
      const rows = findRowsInView(table, bounds, MAX_BLOCKS_IN_VIEW);
      loader.want(rows?.map((row) => table.slots[row]!) ?? []);
      return findClusters(createFindCells(table, rows === null ? null : rowsOf), bounds, zoom);
    },
    loadIn: (bounds) => loadView(current(), bounds),
  };
}

/** Resolves once the points of a view are loaded or have failed to load. */
export async function loadView({ loader, drawn }: SnapshotVersion, bounds: Bounds): Promise<void> {
  const rows = findRowsInView(drawn.table, bounds, MAX_BLOCKS_IN_VIEW) ?? [];
  await Promise.allSettled(rows.map((row) => loader.load(drawn.table.slots[row]!)));
}
