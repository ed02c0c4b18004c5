import { type Cell, type CellRows, countCell, divideCell, isWhole, WORLD_CELL } from './cells.ts';
import { distanceMetres, distanceToBoxMetres, type Position } from './distance.ts';
import { AXIS_BITS, latitudeAt, longitudeAt } from './snapshot-format/mercator.ts';
import { keyX, keyY } from './snapshot-format/morton.ts';
import type { StoredPoint } from './point-source.ts';

const BLOCKS_AT_ONCE = 6;

export interface NearestPoint {
  point: StoredPoint;
  /** Great-circle distance. */
  distanceMetres: number;
}

export interface NearestPoints {
  /** Sorted by distance, then by id. */
  points: NearestPoint[];
  /** Whether there may be more points farther away. */
  more: boolean;
  /** Whether no nearer point can be missing; false if a block could not be read. */
  complete: boolean;
}

/**
 * Finds the exact nearest points to a position: reads blocks in order of their distance, until the next one is farther than the
 * farthest point of the result.
 * @param load loads the rows of a block by its index; null if it is unavailable
 * @param amount number of points
 */
export async function findNearest(
  table: CellRows,
  load: (index: number) => Promise<CellRows | null>,
  position: Position,
  amount: number,
): Promise<NearestPoints> {
  const queue = blocksByDistance(table, position);
  let points: NearestPoint[] = [];
  let complete = true;
  let next = queue.next();
  const reach = () => (points.length < amount ? Infinity : points[points.length - 1]!.distanceMetres);
  while (amount > 0 && !next.done && next.value.distance <= reach()) {
    const batch: number[] = [];
    // Load no more blocks than would suffice if all their points were near enough.
    for (let expected = points.length; !next.done && batch.length < BLOCKS_AT_ONCE; next = queue.next()) {
      const { distance, cell } = next.value;
      if (distance > reach() || (reach() === Infinity && batch.length > 0 && expected >= amount)) break;
      expected += countCell(cell);
      batch.push(table.slots[cell.start]!);
    }
    const loaded = await Promise.all(batch.map(load));
    // Yield to the event loop: cached blocks resolve without a pause, and many of them would block the page.
    await new Promise((resolve) => setTimeout(resolve, 0));
    for (const rows of loaded) {
      if (rows === null) complete = false;
      else points = mergeNearest(points, rows, position, amount);
    }
  }
  return { points, more: points.length === amount, complete };
}

interface NearCell {
  cell: Cell;
  distance: number;
}

/** The blocks of a table, the nearest first. Squares are divided only when none is nearer, so most of the world stays whole. */
function* blocksByDistance(rows: CellRows, position: Position): Generator<NearCell, undefined> {
  /** The nearest last. */
  const near: NearCell[] = [];
  const add = (cell: Cell) => {
    const distance = distanceToCell(cell, position);
    const at = near.findLastIndex((other) => other.distance >= distance) + 1;
    near.splice(at, 0, { cell, distance });
  };
  if (rows.length > 0) add({ ...WORLD_CELL, rows, end: rows.length, shift: 0 });
  for (let nearest = near.pop(); nearest !== undefined; nearest = near.pop()) {
    if (isWhole(nearest.cell)) yield nearest;
    else divideCell(nearest.cell, nearest.cell.level + 1).forEach(add);
  }
}

function distanceToCell({ level, column, row }: Cell, position: Position): number {
  const side = 2 ** (AXIS_BITS - level);
  return distanceToBoxMetres(position, {
    west: longitudeAt(column * side),
    east: longitudeAt((column + 1) * side),
    north: latitudeAt(row * side),
    south: latitudeAt((row + 1) * side),
  });
}

function mergeNearest(
  points: readonly NearestPoint[],
  rows: CellRows,
  position: Position,
  amount: number,
): NearestPoint[] {
  const reach = points.length < amount ? Infinity : points[points.length - 1]!.distanceMetres;
  const near: { slot: number; distance: number }[] = [];
  for (let at = 0; at < rows.length; at++) {
    const key = rows.keys[at]!;
    const place = { latitude: latitudeAt(keyY(key) + 0.5), longitude: longitudeAt(keyX(key) + 0.5) };
    const distance = distanceMetres(position, place);
    if (distance <= reach) near.push({ slot: rows.slots[at]!, distance });
  }
  near.sort((a, b) => a.distance - b.distance);
  // Keep all points at the distance of the last one; their order by id decides.
  const last = near[amount - 1]?.distance ?? Infinity;
  const read = near
    .filter(({ distance }) => distance <= last)
    .map(({ slot, distance }) => ({ point: rows.read!(slot), distanceMetres: distance }));
  return [...points, ...read].sort(compareNear).slice(0, amount);
}

function compareNear(a: NearestPoint, b: NearestPoint): number {
  return a.distanceMetres - b.distanceMetres || (a.point.id < b.point.id ? -1 : 1);
}
