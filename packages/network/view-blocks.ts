import { squareOfRow } from './block-rows.ts';
import { type Cell, type CellRows, divideCell, findCells, isWhole, WORLD_CELL } from './cells.ts';
import type { FindCells } from './clusters.ts';
import { AXIS_BITS, projectLatitude, projectLongitude, WORLD } from './snapshot-format/mercator.ts';
import type { Bounds } from './point-source.ts';
import { splitByCopy, type Squares, squaresOfView, touches } from './view-squares.ts';

/**
 * The rows of the table whose squares intersect a view, nearest to its centre first.
 * @returns null if there are more than `most`
 */
export function findRowsInView(table: CellRows, bounds: Bounds, most: number): number[] | null {
  const found = new Set<number>();
  for (const { part } of splitByCopy(squaresOfView(bounds, AXIS_BITS))) {
    if (!collectRows({ ...WORLD_CELL, rows: table, end: table.length, shift: 0 }, part, found, most))
      return null;
  }
  const distances = new Map(Array.from(found, (row) => [row, distanceToMiddle(table, row, bounds)]));
  return [...found].sort((a, b) => distances.get(a)! - distances.get(b)!);
}

/** @returns false if there are more than `most` */
function collectRows(cell: Cell, part: Squares, found: Set<number>, most: number): boolean {
  if (cell.start === cell.end || !touches(cell, part)) return true;
  if (isWhole(cell)) {
    found.add(cell.start);
    return found.size <= most;
  }
  return divideCell(cell, cell.level + 1).every((quarter) => collectRows(quarter, part, found, most));
}

/** Distance from the centre of the view to the nearest edge of the row's square, in units on the longer axis. */
function distanceToMiddle(table: CellRows, at: number, bounds: Bounds): number {
  const east = bounds.east < bounds.west ? bounds.east + 360 : bounds.east;
  const middleX = projectLongitude((bounds.west + east) / 2);
  const middleY = (projectLatitude(bounds.north) + projectLatitude(bounds.south)) / 2;
  const { level, column, row } = squareOfRow(table, at);
  const half = 2 ** (AXIS_BITS - level) / 2;
  const acrossX = Math.abs((column * 2 + 1) * half - middleX) % WORLD;
  const acrossY = Math.abs((row * 2 + 1) * half - middleY);
  return Math.max(Math.min(acrossX, WORLD - acrossX) - half, acrossY - half);
}

/**
 * Finds the cells of a view: points of loaded blocks, and the table's rows for blocks that aren't loaded.
 * @param rowsOf returns the points of a block by its index, null if it isn't loaded; if `rowsOf` is null, only the table is drawn
 */
export function createFindCells(
  table: CellRows,
  rowsOf: ((index: number) => CellRows | null) | null,
): FindCells {
  return (squares, shift) => {
    const cells = findCells(table, { ...WORLD_CELL, end: table.length, shift }, squares);
    return rowsOf === null ? cells : cells.flatMap((cell) => openCell(cell, squares, rowsOf));
  };
}

function openCell(cell: Cell, squares: Squares, rowsOf: (index: number) => CellRows | null): Cell[] {
  const { rows: table, shift } = cell;
  const opened: Cell[] = [];
  for (let at = cell.start; at < cell.end; at++) {
    const square = squareOfRow(table, at);
    const points = rowsOf(table.slots[at]!);
    if (points === null) opened.push({ ...square, rows: table, start: at, end: at + 1, shift });
    else opened.push(...findCells(points, { ...square, start: 0, end: points.length, shift }, squares));
  }
  return opened;
}
