/** Side of a cell of the grid: 55 km from north to south. */
export const CELL_DEGREES = 0.5;
export const GRID_COLUMNS = 360 / CELL_DEGREES;

const ROWS = 180 / CELL_DEGREES;

/** Number of the cell in which a position lies: row by row from the south pole, from the antimeridian eastwards. */
export function gridCellOf(latitude: number, longitude: number): number {
  const row = Math.min(Math.floor((latitude + 90) / CELL_DEGREES), ROWS - 1);
  const column = Math.floor((longitude + 180) / CELL_DEGREES);
  return Math.max(row, 0) * GRID_COLUMNS + (((column % GRID_COLUMNS) + GRID_COLUMNS) % GRID_COLUMNS);
}

/** Writes cells as runs: the gap before each and its length, in base 36. */
export function encodeCells(cells: Iterable<number>): string {
  const runs: [gap: number, length: number][] = [];
  let end = 0;
  for (const cell of [...cells].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && cell === end) last[1]++;
    else runs.push([cell - end, 1]);
    end = cell + 1;
  }
  return runs.map((run) => run.map((amount) => amount.toString(36)).join()).join(' ');
}

export function decodeCells(text: string): Set<number> {
  const cells = new Set<number>();
  let cell = 0;
  for (const run of text.split(' ')) {
    const [gap, length] = run.split(',').map((amount) => parseInt(amount, 36)) as [number, number];
    cell += gap;
    for (const end = cell + length; cell < end; cell++) cells.add(cell);
  }
  return cells;
}
