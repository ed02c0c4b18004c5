import { encodeBlock } from '#network/snapshot-format/block-codec.ts';
import {
  CENTROID_STEPS,
  encodeBlockTable,
  encodeSquares,
  type Block,
  type WrittenSquare,
} from '#network/snapshot-format/block-table.ts';
import { BLOCK_TABLE, blockFile, FACETS, POINTS_IN_BLOCK } from '#network/snapshot-format/layout.ts';
import { encodeFacetRow } from '#network/snapshot-format/facet-table.ts';
import { AXIS_BITS, unitX, unitY } from '#network/snapshot-format/mercator.ts';
import { keysInSquare } from '#network/snapshot-format/morton.ts';
import { partitionPoint } from '#network/snapshot-format/partition-point.ts';
import { groupBy } from './group.ts';
import type { PointColumns } from './point-table.ts';
import type { Classes, SortedPoints } from './sort-points.ts';
import type { VersionFolder } from './version-folder.ts';

/**
 * Writes the blocks, their table and `facets.json`.
 * @returns the squares, encoded for the manifest
 */
export async function writeBlocks(
  { points, keys, rows }: SortedPoints,
  { ofPoint }: Classes,
  folder: Pick<VersionFolder, 'add'>,
  pointsInBlock = POINTS_IN_BLOCK,
): Promise<string> {
  const squares: WrittenSquare[] = [];
  const facets: number[][] = [];
  for (const { level, key, start, count } of cutSquares(keys, pointsInBlock)) {
    if (count === 0) {
      squares.push({ level, key, count, centroidX: 0, centroidY: 0 });
      continue;
    }
    const own = rows.subarray(start, start + count);
    const ownClasses = ofPoint.subarray(start, start + count);
    const ids = Array.from(own, (row) => points.ids[row]!);
    const block = encodeBlock({ keys: keys.subarray(start, start + count), facets: ownClasses, ids }, key);
    await folder.add(blockFile(facets.length), block);
    squares.push({ level, key, count, ...findCentroid(points, own, level) });
    const byClass = groupBy(own.keys(), (at) => ownClasses[at]!);
    const counted = [...byClass].map(([facet, positions]) => ({
      facet,
      count: positions.length,
      ...findCentroid(
        points,
        positions.map((at) => own[at]!),
        level,
      ),
    }));
    facets.push(encodeFacetRow(counted.sort((a, b) => a.facet - b.facet)));
  }
  await folder.add(FACETS, JSON.stringify(facets));
  await folder.add(BLOCK_TABLE, encodeBlockTable(squares));
  return encodeSquares(squares);
}

/**
 * The centroid of some points of a square, in whole 64ths of the square's side from its north-western corner.
 * @param rows at least one, all in the same square of the level
 */
function findCentroid(
  { latitudes, longitudes }: PointColumns,
  rows: ArrayLike<number> & Iterable<number>,
  level: number,
): { centroidX: number; centroidY: number } {
  const side = 2 ** (AXIS_BITS - level);
  let sumX = 0;
  let sumY = 0;
  for (const row of rows) {
    sumX += unitX(longitudes[row]!) % side;
    sumY += unitY(latitudes[row]!) % side;
  }
  const step = (sum: number) => Math.floor((sum / rows.length / side) * CENTROID_STEPS);
  return { centroidX: step(sumX), centroidY: step(sumY) };
}

type Square = Pick<Block, 'level' | 'key' | 'start' | 'count'>;

/**
 * Divides the world into quadrants until no square holds more than `maxPoints` points, or it is at the finest level.
 * @param keys ascending
 * @returns all squares in the order of their keys, including empty ones: together they cover the world
 */
export function cutSquares(keys: Float64Array, maxPoints: number): Square[] {
  const squares: Square[] = [];
  function cut(level: number, key: number, start: number, end: number): void {
    if (end - start <= maxPoints || level === AXIS_BITS) {
      squares.push({ level, key, start, count: end - start });
      return;
    }
    const quarter = keysInSquare(level + 1);
    let from = start;
    for (let part = 0; part < 4; part++) {
      const next = key + (part + 1) * quarter;
      const to = part === 3 ? end : partitionPoint(end, (at) => keys[at]! < next, from);
      cut(level + 1, key + part * quarter, from, to);
      from = to;
    }
  }
  cut(0, 0, 0, keys.length);
  return squares;
}
