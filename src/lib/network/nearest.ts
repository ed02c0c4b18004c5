import { squareOfRow } from './block-rows.ts';
import type { CellRows } from './cells.ts';
import { distanceMetres, distanceToBoxMetres, type Position } from './distance.ts';
import { AXIS_BITS, latitudeAt, longitudeAt } from '../snapshot-format/mercator.ts';
import { keyX, keyY } from '../snapshot-format/morton.ts';
import type { StoredPoint } from './point-source.ts';

/** Blocks asked for at once. */
const BLOCKS_AT_ONCE = 6;

export interface NearPoint {
  point: StoredPoint;
  /** Great-circle distance. */
  distanceMetres: number;
}

export interface NearestPoints {
  /** The nearest first; equally near ones by id. */
  points: NearPoint[];
  /** Whether there may be others farther away. */
  more: boolean;
  /** Whether it is certain that none is nearer; false when a block could not be read. */
  complete: boolean;
}

/**
 * The points nearest to a position, exactly: blocks are looked at in the order of their distance, until the next one is farther
 * than the farthest point that is to be told.
 * @param load rows of a block, by its index; null when it can't be had
 * @param amount how many points
 */
export async function findNearest(
  table: CellRows,
  load: (index: number) => Promise<CellRows | null>,
  position: Position,
  amount: number,
): Promise<NearestPoints> {
  const queue = blocksByDistance(table, position);
  let points: NearPoint[] = [];
  let complete = true;
  let at = 0;
  const reach = () => (points.length < amount ? Infinity : points[points.length - 1]!.distanceMetres);
  while (amount > 0 && at < queue.length && queue[at]!.distance <= reach()) {
    const batch: number[] = [];
    // Not more than would do if all their points were near enough.
    for (let expected = points.length; at < queue.length && batch.length < BLOCKS_AT_ONCE; at++) {
      const { distance, row } = queue[at]!;
      if (distance > reach() || (reach() === Infinity && batch.length > 0 && expected >= amount)) break;
      expected += countRow(table, row);
      batch.push(table.slots[row]!);
    }
    const loaded = await Promise.all(batch.map(load));
    // Blocks that are here already come without a pause, and many of them would hold up the page.
    await new Promise((resolve) => setTimeout(resolve, 0));
    for (const rows of loaded) {
      if (rows === null) complete = false;
      else points = mergeNearest(points, rows, position, amount);
    }
  }
  return { points, more: points.length === amount, complete };
}

function blocksByDistance(table: CellRows, position: Position): { row: number; distance: number }[] {
  return Array.from(table.keys, (_, row) => ({ row, distance: distanceToRow(table, row, position) })).sort(
    (a, b) => a.distance - b.distance,
  );
}

function distanceToRow(table: CellRows, at: number, position: Position): number {
  const { level, column, row } = squareOfRow(table, at);
  const side = 2 ** (AXIS_BITS - level);
  return distanceToBoxMetres(position, {
    west: longitudeAt(column * side),
    east: longitudeAt((column + 1) * side),
    north: latitudeAt(row * side),
    south: latitudeAt((row + 1) * side),
  });
}

function mergeNearest(
  points: readonly NearPoint[],
  rows: CellRows,
  position: Position,
  amount: number,
): NearPoint[] {
  const reach = points.length < amount ? Infinity : points[points.length - 1]!.distanceMetres;
  const near: { slot: number; distance: number }[] = [];
  for (let at = 0; at < rows.length; at++) {
    const key = rows.keys[at]!;
    const place = { latitude: latitudeAt(keyY(key) + 0.5), longitude: longitudeAt(keyX(key) + 0.5) };
    const distance = distanceMetres(position, place);
    if (distance <= reach) near.push({ slot: rows.slots[at]!, distance });
  }
  near.sort((a, b) => a.distance - b.distance);
  // Those as far as the last one stay until ids have decided.
  const last = near[amount - 1]?.distance ?? Infinity;
  const read = near
    .filter(({ distance }) => distance <= last)
    .map(({ slot, distance }) => ({ point: rows.read!(slot), distanceMetres: distance }));
  return [...points, ...read].sort(compareNear).slice(0, amount);
}

function compareNear(a: NearPoint, b: NearPoint): number {
  return a.distanceMetres - b.distanceMetres || (a.point.id < b.point.id ? -1 : 1);
}

function countRow({ blocks }: CellRows, row: number): number {
  return blocks === null ? 1 : blocks.sumsCount[row + 1]! - blocks.sumsCount[row]!;
}
