import type { Positions } from './place-spots.ts';

const CELLS_ROUND = 360;

/**
 * Counts points in cells of one degree.
 * @returns how many of them lie in the cell of a position and the eight around it
 */
export function countByCell(
  rows: readonly number[],
  { latitudes, longitudes }: Positions,
): (latitude: number, longitude: number) => number {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const cell = cellOf(latitudes[row]!, longitudes[row]!);
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return (latitude, longitude) => {
    const middle = cellOf(latitude, longitude);
    let sum = 0;
    for (const line of [-CELLS_ROUND, 0, CELLS_ROUND]) {
      for (const column of [-1, 0, 1]) sum += counts.get(middle + line + column) ?? 0;
    }
    return sum;
  };
}

function cellOf(latitude: number, longitude: number): number {
  return Math.floor(latitude + 90) * CELLS_ROUND + Math.floor(longitude + 180);
}
