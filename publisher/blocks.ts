import { encodeBlock } from '../src/lib/snapshot-format/block-codec.ts';
import { CENTROID_STEPS, encodeBlockTable, encodeSquares } from '../src/lib/snapshot-format/block-table.ts';
import { BLOCK_TABLE, blockFile, FACETS, POINTS_IN_BLOCK } from '../src/lib/snapshot-format/layout.ts';
import { encodeFacetRow } from '../src/lib/snapshot-format/facet-table.ts';
import { AXIS_BITS, unitX, unitY } from '../src/lib/snapshot-format/mercator.ts';
import { keysInSquare } from '../src/lib/snapshot-format/morton.ts';
import { firstAtOrAbove } from '../src/lib/network/sorted-columns.ts';
import type { Classes } from './classes.ts';
import { groupBy } from './group.ts';
import type { SortedPoints } from './sort-points.ts';
import type { VersionFolder } from './version-folder.ts';

/**
 * Writes the blocks, their table and `facets.json`.
 * @returns the squares, encoded for the manifest
 */
export async function writeBlocks(
  sorted: SortedPoints,
  classes: Classes,
  folder: Pick<VersionFolder, 'add'>,
  pointsInBlock = POINTS_IN_BLOCK,
): Promise<string> {
  const squares = cutSquares(sorted.keys, pointsInBlock);
  const facets: number[][] = [];
  for (const square of squares) {
    if (square.count === 0) continue;
    await folder.add(blockFile(facets.length), encodeSquare(sorted, classes, square));
    facets.push(countClasses(sorted, classes, square));
  }
  await folder.add(FACETS, JSON.stringify(facets));
  const written = squares.map((square) => ({
    ...square,
    ...(square.count > 0
      ? findCentroid(sorted, ordinalsOf(square), square.level)
      : { centroidX: 0, centroidY: 0 }),
  }));
  await folder.add(BLOCK_TABLE, encodeBlockTable(written));
  return encodeSquares(written);
}

function encodeSquare(
  { points, keys, rows }: SortedPoints,
  classes: Classes,
  square: Square,
): Uint8Array<ArrayBuffer> {
  const end = square.start + square.count;
  return encodeBlock(
    {
      keys: keys.subarray(square.start, end),
      facets: classes.ofPoint.subarray(square.start, end),
      ids: Array.from(rows.subarray(square.start, end), (row) => points.ids[row]!),
    },
    square.key,
  );
}

/** The row of `facets.json` for one square. */
function countClasses(sorted: SortedPoints, { ofPoint }: Classes, square: Square): number[] {
  return encodeFacetRow(
    [...groupBy(ordinalsOf(square), (ordinal) => ofPoint[ordinal]!)]
      .sort(([a], [b]) => a - b)
      .map(([facet, ordinals]) => ({
        facet,
        count: ordinals.length,
        ...findCentroid(sorted, ordinals, square.level),
      })),
  );
}

function* ordinalsOf({ start, count }: Square): Generator<number> {
  for (let ordinal = start; ordinal < start + count; ordinal++) yield ordinal;
}

/**
 * The centroid of some points of a square, in whole 64ths of the square's side from its north-western corner.
 * @param ordinals at least one, all in the same square of the level
 */
function findCentroid(
  { points, rows }: SortedPoints,
  ordinals: Iterable<number>,
  level: number,
): { centroidX: number; centroidY: number } {
  const side = 2 ** (AXIS_BITS - level);
  let count = 0;
  let sumX = 0;
  let sumY = 0;
  for (const ordinal of ordinals) {
    const row = rows[ordinal]!;
    sumX += unitX(points.longitudes[row]!) % side;
    sumY += unitY(points.latitudes[row]!) % side;
    count++;
  }
  const step = (sum: number) => Math.floor((sum / count / side) * CENTROID_STEPS);
  return { centroidX: step(sumX), centroidY: step(sumY) };
}

interface Square {
  level: number;
  /** First Morton key. */
  key: number;
  /** Its points are the ordinals from `start` to `start + count - 1`. */
  start: number;
  count: number;
}

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
      const to = part === 3 ? end : firstAtOrAbove(keys, key + (part + 1) * quarter, from, end);
      cut(level + 1, key + part * quarter, from, to);
      from = to;
    }
  }
  cut(0, 0, 0, keys.length);
  return squares;
}
