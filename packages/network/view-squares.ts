import { AXIS_BITS, projectLatitude, projectLongitude, WORLD } from './snapshot-format/mercator.ts';
import type { Bounds } from './point-source.ts';

/** A rectangle of quadtree squares of one level. Columns may be in another copy of the world; `east` and `south` are exclusive. */
export interface Squares {
  level: number;
  west: number;
  east: number;
  north: number;
  south: number;
}

/**
 * The squares that a view intersects. Never more columns than the world has: a view wider than the world shows it once, around the
 * centre of the view.
 */
export function squaresOfView(bounds: Bounds, level: number): Squares {
  const side = 2 ** (AXIS_BITS - level);
  const count = 2 ** level;
  // A view across the antimeridian may be given as 170 … -170.
  const eastDegrees = bounds.east < bounds.west ? bounds.east + 360 : bounds.east;
  let west = Math.floor(projectLongitude(bounds.west) / side);
  let east = Math.floor(projectLongitude(eastDegrees) / side) + 1;
  if (east - west > count) {
    west = Math.round((west + east - count) / 2);
    east = west + count;
  }
  const rowOf = (latitude: number) => Math.min(count - 1, Math.floor(projectLatitude(latitude) / side));
  return { level, west, east, north: rowOf(bounds.north), south: rowOf(bounds.south) + 1 };
}

/** Extends the rectangle by some squares on every side, within the limits of the world. */
export function widenSquares(squares: Squares, margin: number): Squares {
  const count = 2 ** squares.level;
  const spare = Math.floor((count - (squares.east - squares.west)) / 2);
  const sideways = Math.min(margin, spare);
  return {
    level: squares.level,
    west: squares.west - sideways,
    east: squares.east + sideways,
    north: Math.max(0, squares.north - margin),
    south: Math.min(count, squares.south + margin),
  };
}

/** Whether a square of any level, in a copy of the world, intersects the rectangle. */
export function touchesSquare(
  squares: Squares,
  square: { level: number; column: number; row: number; shift: number },
): boolean {
  const turns = (square.shift / WORLD) * 2 ** square.level;
  return touches({ ...square, column: square.column + turns }, squares);
}

/** Splits the rectangle at the edges of the world's copies; `shift` is the offset of a part's copy in units. */
export function splitByCopy(squares: Squares): { part: Squares; shift: number }[] {
  const count = 2 ** squares.level;
  const parts = [];
  for (let copy = Math.floor(squares.west / count); copy * count < squares.east; copy++) {
    const west = Math.max(squares.west, copy * count) - copy * count;
    const east = Math.min(squares.east, (copy + 1) * count) - copy * count;
    parts.push({ part: { ...squares, west, east }, shift: copy * WORLD });
  }
  return parts;
}

/** Whether a square of the world itself intersects a rectangle of squares of any level. */
export function touches(square: { level: number; column: number; row: number }, squares: Squares): boolean {
  const size = 2 ** (squares.level - square.level);
  return (
    square.column * size < squares.east &&
    (square.column + 1) * size > squares.west &&
    square.row * size < squares.south &&
    (square.row + 1) * size > squares.north
  );
}
