import { encodeBlock } from '../src/lib/network/block-codec.ts';
import { encodeBlockTable, encodeSquares } from '../src/lib/network/block-table.ts';
import { findCentroid } from './centroid.ts';
import type { Classes } from './classes.ts';
import { cutSquares, type Square } from './quad-tree.ts';
import type { SortedPoints } from './sort-points.ts';
import type { VersionFolder } from './version-folder.ts';

const POINTS_IN_BLOCK = 1024;

/**
 * Writes the blocks, their table and `facets.json`.
 * @returns the squares as the manifest has them
 */
export async function writeBlocks(
  sorted: SortedPoints,
  classes: Classes,
  folder: VersionFolder,
): Promise<string> {
  const squares = cutSquares(sorted.keys, POINTS_IN_BLOCK);
  const facets: number[][] = [];
  for (const square of squares) {
    if (square.count === 0) continue;
    await folder.add(`blocks/${facets.length}.bin`, encodeSquare(sorted, classes, square));
    facets.push(countClasses(sorted, classes, square));
  }
  await folder.add('facets.json', JSON.stringify(facets));
  const written = squares.map((square) => ({
    ...square,
    ...(square.count > 0
      ? findCentroid(sorted, ordinalsOf(square), square.level)
      : { centroidX: 0, centroidY: 0 }),
  }));
  await folder.add('table.bin', encodeBlockTable(written));
  return encodeSquares(written);
}

function encodeSquare({ points, keys, rows }: SortedPoints, classes: Classes, square: Square): Uint8Array {
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

/** For each class in the square: class, number of points, and where their centroid lies. */
function countClasses(sorted: SortedPoints, { ofPoint }: Classes, square: Square): number[] {
  const ordinalsOfClass = new Map<number, number[]>();
  for (const ordinal of ordinalsOf(square)) {
    const own = ordinalsOfClass.get(ofPoint[ordinal]!);
    if (own === undefined) ordinalsOfClass.set(ofPoint[ordinal]!, [ordinal]);
    else own.push(ordinal);
  }
  return [...ordinalsOfClass]
    .sort(([a], [b]) => a - b)
    .flatMap(([facet, ordinals]) => {
      const { centroidX, centroidY } = findCentroid(sorted, ordinals, square.level);
      return [facet, ordinals.length, centroidX, centroidY];
    });
}

function* ordinalsOf({ start, count }: Square): Generator<number> {
  for (let ordinal = start; ordinal < start + count; ordinal++) yield ordinal;
}
