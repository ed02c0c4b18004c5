import { encodeBlock } from '../src/lib/snapshot-format/block-codec.ts';
import { encodeBlockTable, encodeSquares } from '../src/lib/snapshot-format/block-table.ts';
import { BLOCK_TABLE, blockFile, FACETS, POINTS_IN_BLOCK } from '../src/lib/snapshot-format/layout.ts';
import { encodeFacetRow } from '../src/lib/snapshot-format/facet-table.ts';
import { findCentroid } from './centroid.ts';
import type { Classes } from './classes.ts';
import { cutSquares, type Square } from './quad-tree.ts';
import type { SortedPoints } from './sort-points.ts';
import type { VersionFolder } from './version-folder.ts';

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

/** The square's row of `facets.json`. */
function countClasses(sorted: SortedPoints, { ofPoint }: Classes, square: Square): number[] {
  const ordinalsOfClass = new Map<number, number[]>();
  for (const ordinal of ordinalsOf(square)) {
    const own = ordinalsOfClass.get(ofPoint[ordinal]!);
    if (own === undefined) ordinalsOfClass.set(ofPoint[ordinal]!, [ordinal]);
    else own.push(ordinal);
  }
  return encodeFacetRow(
    [...ordinalsOfClass]
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
