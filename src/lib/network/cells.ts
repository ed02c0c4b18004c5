import { keysInSquare } from '../snapshot-format/morton.ts';
import type { StoredPoint } from './point-source.ts';
import { firstAtOrAbove, type SortedColumns } from './sorted-columns.ts';
import { type Squares, touches } from './view-squares.ts';

/** Rows that cells are counted in: points that are at hand, or whole blocks of points that aren't. */
export interface CellRows extends SortedColumns {
  /** Reads a row's point by its slot; null where rows are blocks. */
  readonly read: ((slot: number) => StoredPoint) | null;
  /** Where a row is a block: each one's level, and the running number of points (one longer than the columns). */
  readonly blocks: { readonly levels: Uint8Array; readonly sumsCount: Float64Array } | null;
}

/** A square of the quad tree that holds points: positions `start` to `end` (exclusive) of its rows. */
export interface Cell {
  /** The square's first key; with the level it says which square this is. */
  key: number;
  level: number;
  column: number;
  row: number;
  rows: CellRows;
  start: number;
  end: number;
  /** Units between the world and the copy of it in which the cell is seen. */
  shift: number;
}

/** The square that all others lie in. */
export const WORLD_CELL = { key: 0, level: 0, column: 0, row: 0, start: 0 } as const;

/**
 * The squares of a block of squares that hold points of a cell, by walking down the quad tree. Empty quarters and those outside
 * are left at once, so the work is bounded by what is looked for, not by the number of points. What is smaller than the
 * squares looked for, or can't be divided any further, is found as it is.
 */
export function findCells(rows: CellRows, within: Omit<Cell, 'rows'>, squares: Squares): Cell[] {
  const found: Cell[] = [];
  descend({ ...within, rows });
  return found;

  function descend(cell: Cell): void {
    if (cell.start === cell.end || !touches(cell, squares)) return;
    if (cell.level >= squares.level || isWhole(cell)) found.push(cell);
    else for (const quarter of quarters(cell)) descend(quarter);
  }
}

/** The squares of a deeper level inside a cell that hold points; the cell itself where it lies as deep or can't be divided. */
export function divideCell(cell: Cell, level: number): Cell[] {
  let cells = [cell];
  for (let at = cell.level; at < level; at++) {
    cells = cells.flatMap((whole) =>
      isWhole(whole) ? [whole] : quarters(whole).filter(({ start, end }) => start < end),
    );
  }
  return cells;
}

/** Whether a cell is a block that isn't loaded: nobody knows where in it its points stand. */
export function isWhole({ rows, start, end, level }: Cell): boolean {
  return rows.blocks !== null && end - start === 1 && rows.blocks.levels[start]! <= level;
}

/** Number of points. */
export function countCell({ rows, start, end }: Pick<Cell, 'rows' | 'start' | 'end'>): number {
  const sums = rows.blocks?.sumsCount;
  return sums === undefined ? end - start : sums[end]! - sums[start]!;
}

/** North-west, north-east, south-west, south-east: the order of the keys. */
function quarters(cell: Cell): Cell[] {
  const { rows, shift } = cell;
  const level = cell.level + 1;
  const keys = keysInSquare(level);
  const result: Cell[] = [];
  let start = cell.start;
  for (let quarter = 0; quarter < 4; quarter++) {
    const key = cell.key + quarter * keys;
    const end = quarter === 3 ? cell.end : firstAtOrAbove(rows.keys, key + keys, start, cell.end);
    const column = cell.column * 2 + (quarter & 1);
    const row = cell.row * 2 + (quarter >> 1);
    result.push({ key, level, column, row, rows, start, end, shift });
    start = end;
  }
  return result;
}
