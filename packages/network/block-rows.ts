import type { DecodedBlock } from './snapshot-format/block-codec.ts';
import { type Block, CENTROID_STEPS } from './snapshot-format/block-table.ts';
import type { Cell, CellRows } from './cells.ts';
import { AXIS_BITS } from './snapshot-format/mercator.ts';
import { keyX, keyY } from './snapshot-format/morton.ts';
import { makeColumns } from './columns.ts';
import type { StoredPoint } from './point-source.ts';

/** Blocks as rows: each row represents all points of a block, at their centroid. A row's slot is the block's index. */
export function rowsOfTable(blocks: readonly Block[]): CellRows {
  const { length } = blocks;
  const keys = Float64Array.from(blocks, ({ key }) => key);
  const slots = Uint32Array.from(blocks, ({ index }) => index);
  const levels = Uint8Array.from(blocks, ({ level }) => level);
  const sumsX = new Float64Array(length + 1);
  const sumsY = new Float64Array(length + 1);
  const sumsCount = new Float64Array(length + 1);
  blocks.forEach(({ level, key, count, centroidX, centroidY }, at) => {
    const step = 2 ** (AXIS_BITS - level) / CENTROID_STEPS;
    sumsX[at + 1] = sumsX[at]! + count * (keyX(key) + centroidX * step);
    sumsY[at + 1] = sumsY[at]! + count * (keyY(key) + centroidY * step);
    sumsCount[at + 1] = sumsCount[at]! + count;
  });
  return { length, keys, slots, sumsX, sumsY, blocks: { levels, sumsCount }, read: null };
}

/** The square of a row of the table. */
export function squareOfRow(table: CellRows, at: number): Pick<Cell, 'key' | 'level' | 'column' | 'row'> {
  const key = table.keys[at]!;
  const level = table.blocks?.levels[at] ?? AXIS_BITS;
  const side = 2 ** (AXIS_BITS - level);
  return { key, level, column: keyX(key) / side, row: keyY(key) / side };
}

/** A filter for points. */
export interface PointTest {
  /** 1 or 0 for each class of the manifest. */
  accepts: Uint8Array;
  excludedIds: ReadonlySet<string>;
}

/**
 * The points of a loaded block as rows; a row's slot is the point's position in the block.
 * @param test null for all points
 */
export function rowsOfBlock(
  points: DecodedBlock,
  read: (slot: number) => StoredPoint,
  test: PointTest | null,
): CellRows {
  const { facets } = points;
  const ids = points.readIds();
  let length = 0;
  const matching = new Uint32Array(facets.length);
  for (let at = 0; at < facets.length; at++) {
    if (test === null || (test.accepts[facets[at]!] === 1 && !test.excludedIds.has(ids[at]!)))
      matching[length++] = at;
  }
  const slots = matching.subarray(0, length);
  const keys = new Float64Array(slots).map((slot) => points.keys[slot]!);
  return { ...makeColumns(keys, slots), blocks: null, read };
}
