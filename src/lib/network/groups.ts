import type { Cell } from './cells.ts';
import type { SortedColumns } from './sorted-columns.ts';

/** Cells drawn as one thing. Sums are in units, shifted into the copy of the world in which the view lies. */
export interface Group {
  cells: Cell[];
  count: number;
  sumX: number;
  sumY: number;
}

/** A group of one cell. */
export function groupOfCell(columns: SortedColumns, cell: Cell): Group {
  const count = cell.end - cell.start;
  return {
    cells: [cell],
    count,
    sumX: columns.sumsX[cell.end]! - columns.sumsX[cell.start]! + count * cell.shift,
    sumY: columns.sumsY[cell.end]! - columns.sumsY[cell.start]!,
  };
}

/**
 * Unites groups whose centroids are nearer than `reach` units on both axes, until none are: a grid alone leaves neighbours
 * touching across its lines. On both axes, because each stands for a button with a square target. The larger takes in the
 * smaller; equal ones go by key, so the outcome doesn't hang on the order given.
 */
export function uniteNear(groups: readonly Group[], reach: number): Group[] {
  const united = uniteOnce(groups, reach);
  return united.length === groups.length ? united : uniteNear(united, reach);
}

function uniteOnce(groups: readonly Group[], reach: number): Group[] {
  const ordered = [...groups].sort((a, b) => b.count - a.count || a.cells[0]!.key - b.cells[0]!.key);
  // Kept groups by the square (a reach wide) of the centroid they had: whoever is near is in one of nine squares.
  const bySquare = new Map<number, { group: Group; x: number; y: number }[]>();
  const kept: Group[] = [];
  for (const group of ordered) {
    const x = group.sumX / group.count;
    const y = group.sumY / group.count;
    const taker = nearest(bySquare, x, y, reach);
    if (taker) {
      taker.cells.push(...group.cells);
      taker.count += group.count;
      taker.sumX += group.sumX;
      taker.sumY += group.sumY;
      continue;
    }
    const own = { ...group, cells: [...group.cells] };
    kept.push(own);
    const square = squareKey(Math.floor(x / reach), Math.floor(y / reach));
    const there = bySquare.get(square);
    if (there) there.push({ group: own, x, y });
    else bySquare.set(square, [{ group: own, x, y }]);
  }
  return kept;
}

function nearest(
  bySquare: ReadonlyMap<number, { group: Group; x: number; y: number }[]>,
  x: number,
  y: number,
  reach: number,
): Group | null {
  let found: Group | null = null;
  let shortest = reach;
  for (let column = Math.floor(x / reach) - 1, end = column + 3; column < end; column++) {
    for (let row = Math.floor(y / reach) - 1, below = row + 3; row < below; row++) {
      for (const candidate of bySquare.get(squareKey(column, row)) ?? []) {
        const distance = Math.max(Math.abs(candidate.x - x), Math.abs(candidate.y - y));
        if (distance >= shortest) continue;
        shortest = distance;
        found = candidate.group;
      }
    }
  }
  return found;
}

/** Two squares may share a key; that costs a comparison, no mistake. */
function squareKey(column: number, row: number): number {
  return column * 1_000_003 + row;
}
