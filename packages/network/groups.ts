import { type Cell, countCell } from './cells.ts';
import { keysInSquare } from './snapshot-format/morton.ts';

/** Cells drawn as one marker. Sums are in units, shifted into the copy of the world that the view is in. */
export interface Group {
  cells: Cell[];
  /** The first square of the group; identifies it among the groups of a view. */
  level: number;
  key: number;
  count: number;
  sumX: number;
  sumY: number;
}

/**
 * Creates one group for each square of a level, from the cells in this square. A cell larger than such a square is a group of its
 * own.
 */
export function groupBySquare(cells: readonly Cell[], squaresLevel: number): Group[] {
  const groups: Group[] = [];
  const bySquare = new Map<number, Group>();
  for (const cell of cells) {
    const group = groupOfCell(cell);
    groups.push(group);
    if (cell.level <= squaresLevel) continue;
    const size = keysInSquare(squaresLevel);
    group.level = squaresLevel;
    group.key = Math.floor(cell.key / size) * size;
    const there = bySquare.get(group.key);
    if (there === undefined) bySquare.set(group.key, group);
    else {
      groups.pop();
      mergeInto(there, group);
    }
  }
  return groups;
}

function groupOfCell(cell: Cell): Group {
  const { rows, start, end, level, key, shift } = cell;
  const count = countCell(cell);
  return {
    cells: [cell],
    level,
    key,
    count,
    sumX: rows.sumsX[end]! - rows.sumsX[start]! + count * shift,
    sumY: rows.sumsY[end]! - rows.sumsY[start]!,
  };
}

function mergeInto(target: Group, group: Group): void {
  target.cells.push(...group.cells);
  target.count += group.count;
  target.sumX += group.sumX;
  target.sumY += group.sumY;
}

/**
 * Merges groups whose centroids are nearer than `reach` units on both axes, until there are none: with a grid alone, neighbours
 * could touch across its lines. On both axes, because each group is a button with a square target. Smaller groups are merged into
 * larger ones; groups of equal size by key, so that the result doesn't depend on the input order.
 */
export function mergeNear(groups: readonly Group[], reach: number): Group[] {
  const merged = mergeNearOnce(groups, reach);
  return merged.length === groups.length ? merged : mergeNear(merged, reach);
}

function mergeNearOnce(groups: readonly Group[], reach: number): Group[] {
  const ordered = [...groups].sort((a, b) => b.count - a.count || a.key - b.key);
  // Separate groups by the square (`reach` wide) of their original centroid: near groups are in one of nine squares.
  const bySquare = new Map<number, { group: Group; x: number; y: number }[]>();
  const separate: Group[] = [];
  for (const group of ordered) {
    const x = group.sumX / group.count;
    const y = group.sumY / group.count;
    const target = nearest(bySquare, x, y, reach);
    if (target) {
      mergeInto(target, group);
      continue;
    }
    const own = { ...group, cells: [...group.cells] };
    separate.push(own);
    const square = squareKey(Math.floor(x / reach), Math.floor(y / reach));
    const there = bySquare.get(square);
    if (there) there.push({ group: own, x, y });
    else bySquare.set(square, [{ group: own, x, y }]);
  }
  return separate;
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

/** Two squares may have the same key: this costs an extra comparison, but is harmless. */
function squareKey(column: number, row: number): number {
  return column * 1_000_003 + row;
}
