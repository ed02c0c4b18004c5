import { unitX, unitY } from '#network/snapshot-format/mercator.ts';
import { mortonKey } from '#network/snapshot-format/morton.ts';
import { sortOrder } from '#network/sort-order.ts';
import type { PointColumns } from './point-table.ts';

/** The points in their final order: by Morton key, then by id. An ordinal is a position in this order. */
export type SortedPoints = Readonly<ReturnType<typeof sortPoints>>;

/** @param leftOut rows to leave out */
export function sortPoints(points: PointColumns, leftOut: { has(row: number): boolean }) {
  const { ids, latitudes, longitudes } = points;
  const rowsById = Uint32Array.from(ids.keys())
    .filter((row) => !leftOut.has(row))
    .sort((a, b) => (ids[a]! < ids[b]! ? -1 : 1));
  const keysById = Float64Array.from(rowsById, (row) =>
    mortonKey(unitX(longitudes[row]!), unitY(latitudes[row]!)),
  );
  // A stable sort: equal keys stay in the order of their ids.
  const order = sortOrder(keysById);
  const ordinalsById = new Uint32Array(order.length);
  order.forEach((byId, ordinal) => (ordinalsById[byId] = ordinal));
  return {
    points,
    length: order.length,
    /** By ordinal, ascending. */
    keys: Float64Array.from(order, (byId) => keysById[byId]!),
    /** Row of `points`, by ordinal. */
    rows: order.map((byId) => rowsById[byId]!),
    /** Ordinals, sorted by id. */
    ordinalsById,
  };
}
