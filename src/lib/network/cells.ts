import { keysInSquare } from './morton.ts';
import { firstAtOrAbove, type SortedColumns } from './sorted-columns.ts';
import type { Squares } from './view-squares.ts';

/** A square of the quad tree that holds points: positions `start` to `end` (exclusive) of the columns. */
export interface Cell {
  /** The square's first key; with the level it says which square this is. */
  key: number;
  level: number;
  column: number;
  row: number;
  start: number;
  end: number;
  /** Units between the world and the copy of it in which the cell is seen. */
  shift: number;
}

/**
 * The squares of a block within one copy of the world that hold points, by walking down the quad tree from the world. Empty quarters and those outside the
 * block are left at once, so the work is bounded by the block, not by the number of points.
 */
export function findCells(columns: SortedColumns, block: Squares, shift: number): Cell[] {
  const found: Cell[] = [];
  descend({ key: 0, level: 0, column: 0, row: 0, start: 0, end: columns.length, shift });
  return found;

  function descend(cell: Cell): void {
    if (cell.start === cell.end || !touches(cell, block)) return;
    if (cell.level === block.level) found.push(cell);
    else for (const quarter of quarters(columns, cell)) descend(quarter);
  }
}

/** The squares of a deeper level inside a cell that hold points. */
export function divideCell(columns: SortedColumns, cell: Cell, level: number): Cell[] {
  let cells = [cell];
  for (let at = cell.level; at < level; at++) {
    cells = cells.flatMap((whole) => quarters(columns, whole).filter(({ start, end }) => start < end));
  }
  return cells;
}

/** North-west, north-east, south-west, south-east: the order of the keys. */
function quarters(columns: SortedColumns, cell: Cell): Cell[] {
  const level = cell.level + 1;
  const keys = keysInSquare(level);
  const result: Cell[] = [];
  let start = cell.start;
  for (let quarter = 0; quarter < 4; quarter++) {
    const key = cell.key + quarter * keys;
    const end = quarter === 3 ? cell.end : firstAtOrAbove(columns.keys, key + keys, start, cell.end);
    const column = cell.column * 2 + (quarter & 1);
    const row = cell.row * 2 + (quarter >> 1);
    result.push({ key, level, column, row, start, end, shift: cell.shift });
    start = end;
  }
  return result;
}

function touches(cell: Cell, block: Squares): boolean {
  const size = 2 ** (block.level - cell.level);
  return (
    cell.column * size < block.east &&
    (cell.column + 1) * size > block.west &&
    cell.row * size < block.south &&
    (cell.row + 1) * size > block.north
  );
}
