import { groupBy } from './group.ts';
import type { PointColumns } from './point-columns.ts';

/** Side of the grid cells, degrees: about 20 km. */
const CELL_DEGREES = 0.2;

/** A spot with this many points is always kept; a smaller one, if it has at least this share of the largest spot's points. */
const ENOUGH_POINTS = 3;
const ENOUGH_SHARE = 0.1;

/**
 * Separates places of one name: points in the same or adjacent cells belong together. Without it, all towns called Neustadt would
 * be one place with its centre between them, and points with a wrong address would shift a city; spots with few points are
 * dropped.
 * @param rows points of one name in one country
 * @param cellDegrees side of the cells
 * @returns the rows of each place, the largest first
 */
export function splitByPlace(
  rows: readonly number[],
  { latitudes, longitudes }: PointColumns,
  cellDegrees = CELL_DEGREES,
): number[][] {
  const cellsRound = Math.round(360 / cellDegrees);
  const cells = groupBy(
    rows,
    (row) =>
      Math.floor((latitudes[row]! + 90) / cellDegrees) * cellsRound +
      Math.floor((longitudes[row]! + 180) / cellDegrees),
  );
  const spots: number[][] = [];
  for (const cell of [...cells.keys()]) {
    const spot = takeTouching(cells, cell, cellsRound);
    if (spot.length > 0) spots.push(spot);
  }
  spots.sort((a, b) => b.length - a.length);
  const enough = Math.min(ENOUGH_POINTS, (spots[0]?.length ?? 0) * ENOUGH_SHARE);
  return spots.filter((spot) => spot.length >= enough);
}

/** Removes a cell and all cells connected to it from the map. @returns their rows */
function takeTouching(cells: Map<number, number[]>, first: number, cellsRound: number): number[] {
  const taken: number[] = [];
  const waiting = [first];
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    const rows = cells.get(cell);
    if (rows === undefined) continue;
    cells.delete(cell);
    for (const row of rows) taken.push(row);
    for (const line of [-cellsRound, 0, cellsRound]) {
      waiting.push(cell + line - 1, cell + line, cell + line + 1);
    }
  }
  return taken;
}
