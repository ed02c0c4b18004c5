import { turnRound } from '#network/vector-tile/line.ts';

/** Ends within this distance belong together: of a street on both sides of a junction, or of a roundabout. */
const GAP_PIXELS = 8;
/**
 * Maximum turn of a street where two parts are joined, in radians: no text is written at a sharper
 * turn.
 */
const MAX_TURN = 0.8;

/**
 * Joins the parts of a street, which tiles cut at their borders, and archives at junctions and where its kind changes. Each part
 * may be too short for the street's name.
 * @param parts x and y alternating, in pixels
 */
export function joinParts(parts: readonly number[][]): number[][] {
  const joined: number[][] = [];
  const left = [...parts];
  for (let line = left.shift(); line !== undefined; line = left.shift()) {
    let own = line;
    // Continue at both ends: reverse the line for the second one.
    for (let ends = 0; ends < 2; ends++) {
      for (let next = takeNext(own, left); next !== null; next = takeNext(own, left)) own = own.concat(next);
      own = turnRound(own);
    }
    joined.push(own);
  }
  return joined;
}

/** Removes the part that continues a line most straightly. @returns it in the line's direction; null if there is none */
function takeNext(line: readonly number[], left: number[][]): number[] | null {
  let best: { part: number[]; at: number; turn: number } | null = null;
  for (const [at, candidate] of left.entries()) {
    for (const part of [candidate, turnRound(candidate)]) {
      if (Math.hypot(part[0]! - line.at(-2)!, part[1]! - line.at(-1)!) > GAP_PIXELS) continue;
      const angle = Math.abs(directionAt(part, 2) - directionAt(line, line.length - 2));
      const turn = Math.min(angle, 2 * Math.PI - angle);
      if (turn <= (best?.turn ?? MAX_TURN)) best = { part, at, turn };
    }
  }
  if (best !== null) left.splice(best.at, 1);
  return best?.part ?? null;
}

/** The direction in which a line reaches a position, in radians. */
const directionAt = (line: readonly number[], at: number): number =>
  Math.atan2(line[at + 1]! - line[at - 1]!, line[at]! - line[at - 2]!);

/**
 * Cuts a line to a tile: beyond its borders, where neighbours overlap, parts of one street would lie beside one another.
 * @param positions x and y alternating
 * @param side of the tile, whose corner is at 0, 0
 */
export function cutToTile(positions: ArrayLike<number>, side: number): number[][] {
  const parts: number[][] = [];
  let part: number[] = [];
  for (let at = 2; at < positions.length; at += 2) {
    const [x, y] = [positions[at - 2]!, positions[at - 1]!];
    const [aside, down] = [positions[at]! - x, positions[at + 1]! - y];
    // The shares of the segment at which it enters and leaves (Liang–Barsky).
    let [enters, leaves] = [0, 1];
    for (const [step, room] of [
      [-aside, x],
      [aside, side - x],
      [-down, y],
      [down, side - y],
    ] as const) {
      if (step < 0) enters = Math.max(enters, room / step);
      else if (step > 0) leaves = Math.min(leaves, room / step);
      else if (room < 0) leaves = -1;
    }
    if (enters < leaves) {
      if (part.length === 0) part.push(x + aside * enters, y + down * enters);
      part.push(x + aside * leaves, y + down * leaves);
    }
    if (part.length > 0 && (leaves < 1 || at + 2 >= positions.length)) {
      parts.push(part);
      part = [];
    }
  }
  return parts;
}
