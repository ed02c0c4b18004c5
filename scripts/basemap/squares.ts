import { type Box, LAND_LEVEL, type FileSquare } from '../../src/lib/map/base-map-file.ts';
import { WORLD } from '../../src/lib/snapshot-format/mercator.ts';
import { clipLine, clipRing, type Position } from './geometry.ts';

/** Land reaches this far beyond its file's square, so that no seam shows between neighbours (units). */
const OVERLAP = WORLD / 2 ** 13;

export interface SquareOfLand extends FileSquare {
  box: Box;
  rings: Position[][];
  lines: Position[][];
}

/** Cuts land and borders into the squares of the files, quarter by quarter; squares of water alone are left out. */
export function cutIntoSquares(rings: readonly Position[][], lines: readonly Position[][]): SquareOfLand[] {
  const squares: SquareOfLand[] = [];
  cut(0, 0, 0, rings, lines);
  return squares.sort((a, b) => a.row - b.row || a.column - b.column);

  function cut(
    level: number,
    column: number,
    row: number,
    ringsAround: readonly Position[][],
    linesAround: readonly Position[][],
  ): void {
    const box = boxOfSquare(level, column, row);
    const ownRings = ringsAround.map((ring) => clipRing(ring, box)).filter((ring) => ring.length > 2);
    const ownLines = linesAround.flatMap((line) => clipLine(line, box));
    if (ownRings.length === 0) return;
    if (level === LAND_LEVEL) {
      squares.push({ column, row, box, rings: ownRings, lines: ownLines });
      return;
    }
    for (const south of [0, 1]) {
      for (const east of [0, 1]) cut(level + 1, column * 2 + east, row * 2 + south, ownRings, ownLines);
    }
  }
}

/** The square of a file with the overlap around. */
export function boxOfSquare(level: number, column: number, row: number): Box {
  const side = WORLD / 2 ** level;
  return {
    west: column * side - OVERLAP,
    north: row * side - OVERLAP,
    east: (column + 1) * side + OVERLAP,
    south: (row + 1) * side + OVERLAP,
  };
}
