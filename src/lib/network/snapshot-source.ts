import type { BlockLoader } from './block-loader.ts';
import type { CellRows } from './cells.ts';
import { findClusters } from './clusters.ts';
import { createLru } from './lru.ts';
import { AXIS_BITS } from '../snapshot-format/mercator.ts';
import { keyX, keyY } from '../snapshot-format/morton.ts';
import type { Bounds, PointSource, StoredPoint } from './point-source.ts';
import type { PointsInView } from './snapshot.ts';
import type { LoadedBlock } from './snapshot-blocks.ts';
import type { FilterState } from './snapshot-filter.ts';
import { createFindCells, findRowsInView } from './view-blocks.ts';
import { splitByCopy, squaresOfView } from './view-squares.ts';

/** A view that touches more blocks than this is drawn from the table alone: it is wide enough to look the same. */
const MAX_BLOCKS_IN_VIEW = 24;
/** The map asks at every frame for the points that it marks. */
const FOUND_KEPT = 64;

interface SnapshotSource extends PointSource {
  pointsIn(bounds: Bounds, limit: number): PointsInView;
  loadIn(bounds: Bounds): Promise<void>;
}

/** What the map draws: loaded blocks point by point, others from the table, and the view's missing blocks asked for. */
export function createSnapshotSource(
  loader: BlockLoader<LoadedBlock>,
  extent: Bounds | null,
  state: () => FilterState,
): SnapshotSource {
  const found = createLru<string, StoredPoint>(FOUND_KEPT);

  function rowsOf(index: number): CellRows | null {
    return loader.get(index)?.rowsFor(state().test) ?? null;
  }

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
      const { table } = state();
      const rows = findRowsInView(table, bounds, MAX_BLOCKS_IN_VIEW);
      loader.want(rows?.map((row) => table.slots[row]!) ?? []);
      return findClusters(createFindCells(table, rows === null ? null : rowsOf), bounds, zoom);
    },
    pointsIn(bounds, limit) {
      const { table } = state();
      const rows = findRowsInView(table, bounds, MAX_BLOCKS_IN_VIEW);
      if (rows === null) return { points: [], complete: false };
      const loaded = rows.map((row) => rowsOf(table.slots[row]!));
      const near = loaded.flatMap((points) => (points === null ? [] : pointsInView(points, bounds)));
      near.sort((a, b) => a.distance - b.distance);
      return {
        points: near.slice(0, limit).map(({ rows, slot }) => rows.read!(slot)),
        complete: near.length <= limit && !loaded.includes(null),
      };
    },
    async loadIn(bounds) {
      const { table } = state();
      const rows = findRowsInView(table, bounds, MAX_BLOCKS_IN_VIEW) ?? [];
      await Promise.allSettled(rows.map((row) => loader.load(table.slots[row]!)));
    },
  };
}

/** The points of a block in a view, with the square of their distance from its middle in units. */
function pointsInView(rows: CellRows, bounds: Bounds): { rows: CellRows; slot: number; distance: number }[] {
  const view = squaresOfView(bounds, AXIS_BITS);
  const middleX = (view.west + view.east) / 2;
  const middleY = (view.north + view.south) / 2;
  const inView = [];
  for (const { part, shift } of splitByCopy(view)) {
    for (let at = 0; at < rows.length; at++) {
      const x = keyX(rows.keys[at]!);
      const y = keyY(rows.keys[at]!);
      if (x < part.west || x >= part.east || y < part.north || y >= part.south) continue;
      const distance = (x + shift - middleX) ** 2 + (y - middleY) ** 2;
      inView.push({ rows, slot: rows.slots[at]!, distance });
    }
  }
  return inView;
}
