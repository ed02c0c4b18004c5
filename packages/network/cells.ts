import { keysInSquare } from './snapshot-format/morton.ts';
import { partitionPoint } from './snapshot-format/partition-point.ts';
import type { StoredPoint } from './point-source.ts';
import type { SortedColumns } from './columns.ts';
import { type Squares, touches } from './view-squares.ts';

/** The rows that cells refer to: loaded points, or blocks whose points aren't loaded. */
export interface CellRows extends SortedColumns {
  /** Reads a row's point by its slot; null if rows are blocks. */
  readonly read: ((slot: number) => StoredPoint) | null;
  /** If rows are blocks: the level of each, and the running sum of points (one longer than the columns); otherwise null. */
  readonly blocks: { readonly levels: Uint8Array; readonly sumsCount: Float64Array } | null;
}

/** A quadtree square that contains points: positions `start` to `end` (exclusive) in its rows. */
export interface Cell {
  /** The square's first key; identifies the square together with the level. */
  key: number;
  level: number;
  column: number;
  row: number;
  rows: CellRows;
  start: number;
  end: number;
  /** Offset in units between the world and the copy of it in which the cell is visible. */
  shift: number;
}

export const WORLD_CELL = { key: 0, level: 0, column: 0, row: 0, start: 0 } as const;

/**
 * Finds the squares within a rectangle of squares that contain points of a cell, by descending the quadtree. Empty quarters and those
 * outside are skipped at once, so the cost depends on the number of squares, not on the number of points. Cells that are smaller
 * than the squares, or can't be divided further, are returned unchanged.
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

/** The squares of a deeper level inside a cell that contain points; the cell itself if it is already that deep or can't be divided. */
export function divideCell(cell: Cell, level: number): Cell[] {
  let cells = [cell];
  for (let at = cell.level; at < level; at++) {
    cells = cells.flatMap((whole) =>
      isWhole(whole) ? [whole] : quarters(whole).filter(({ start, end }) => start < end),
    );
  }
  return cells;
}

/** Whether a cell is a block that isn't loaded, so that the positions of its points are unknown. */
export function isWhole({ rows, start, end, level }: Cell): boolean {
  return rows.blocks !== null && end - start === 1 && rows.blocks.levels[start]! <= level;
}

/** Number of points. */
export function countCell({ rows, start, end }: Pick<Cell, 'rows' | 'start' | 'end'>): number {
  const sums = rows.blocks?.sumsCount;
  return sums === undefined ? end - start : sums[end]! - sums[start]!;
}

/** In key order: north-west, north-east, south-west, south-east. */
function quarters(cell: Cell): Cell[] {
  const { rows, shift } = cell;
  const level = cell.level + 1;
  const keys = keysInSquare(level);
  const result: Cell[] = [];
  let start = cell.start;
  for (let quarter = 0; quarter < 4; quarter++) {
    const key = cell.key + quarter * keys;
    const next = key + keys;
    const end = quarter === 3 ? cell.end : partitionPoint(cell.end, (at) => rows.keys[at]! < next, start);
    const column = cell.column * 2 + (quarter & 1);
    const row = cell.row * 2 + (quarter >> 1);
    result.push({ key, level, column, row, rows, start, end, shift });
    start = end;
  }
  return result;
}
