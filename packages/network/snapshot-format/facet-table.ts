import { AppError } from '#platform/errors.ts';
import type { Block } from './block-table.ts';

/** For each block, four numbers for each class in it: class, count, and the centroid in 64ths of the square's side. */
export type FacetTable = readonly (readonly number[])[];

const NUMBERS_A_CLASS = 4;

/** The points of one class in a block. */
export interface ClassInBlock {
  /** Index in the manifest's `facets`. */
  facet: number;
  count: number;
  /** 64ths of the square's side. */
  centroidX: number;
  centroidY: number;
}

/** Encodes a block's row of `facets.json`. */
export function encodeFacetRow(classes: readonly ClassInBlock[]): number[] {
  return classes.flatMap(({ facet, count, centroidX, centroidY }) => [facet, count, centroidX, centroidY]);
}

/**
 * Validates `facets.json` against the table of blocks. Uses no schema, because there may be about ten
 * thousand numbers.
 * @throws AppError `malformed`
 */
export function checkFacetTable(json: unknown, blocks: readonly Block[], classCount: number): FacetTable {
  if (!Array.isArray(json) || json.length !== blocks.length) refuse("its blocks don't match the manifest");
  const rows = json as unknown[];
  for (const [at, row] of rows.entries()) {
    if (!Array.isArray(row) || row.length % NUMBERS_A_CLASS !== 0) refuse(`block ${at} is cut off`);
    const numbers = row as unknown[];
    if (!numbers.every((value) => typeof value === 'number' && value >= 0))
      refuse(`block ${at} has values that aren't valid numbers`);
    let count = 0;
    for (let from = 0; from < numbers.length; from += NUMBERS_A_CLASS) {
      if ((numbers[from] as number) >= classCount) refuse(`block ${at} has a class that the manifest lacks`);
      count += numbers[from + 1] as number;
    }
    if (count !== blocks[at]!.count) refuse(`block ${at} has ${count} points, not ${blocks[at]!.count}`);
  }
  return rows as number[][];
}

/**
 * Returns the blocks that contain points of the accepted classes, with the count and centroid of only these
 * points.
 */
export function filterBlocks(blocks: readonly Block[], table: FacetTable, accepts: Uint8Array): Block[] {
  return blocks.flatMap((block, at) => {
    const row = table[at]!;
    let count = 0;
    let sumX = 0;
    let sumY = 0;
    for (let from = 0; from < row.length; from += NUMBERS_A_CLASS) {
      if (accepts[row[from]!] !== 1) continue;
      const inClass = row[from + 1]!;
      count += inClass;
      // Use the middle of the step.
      sumX += inClass * (row[from + 2]! + 0.5);
      sumY += inClass * (row[from + 3]! + 0.5);
    }
    return count === 0 ? [] : [{ ...block, count, centroidX: sumX / count, centroidY: sumY / count }];
  });
}

function refuse(problem: string): never {
  throw new AppError('malformed', `The snapshot's table of classes can't be used: ${problem}.`, {
    problems: [problem],
  });
}
