import { measureLine, turnRound } from '#network/vector-tile/line.ts';
import { groupBy } from '../../group.ts';
import type { GeometryPart } from './part.ts';
import type { TileProperties } from '#network/vector-tile/read-vector-tile.ts';

/**
 * Joins lines where exactly two ends meet. Archives split a street at each crossing.
 * @param lines each of at least two positions
 */
export function joinLines(lines: readonly GeometryPart[]): GeometryPart[] {
  /** Ends by position. An end is twice the line's index, plus one for the line's last position. */
  const ends = groupBy(
    lines.flatMap((_, index) => [index * 2, index * 2 + 1]),
    (end) => placeOf(lines[end >> 1]!, end & 1),
  );

  const joined: GeometryPart[] = [];
  const taken = new Uint8Array(lines.length);
  /** Finds the only other end at the position of this one; -1 if there are none or several, or its line is taken. */
  const findNext = (end: number): number => {
    const [a, b, more] = ends.get(placeOf(lines[end >> 1]!, end & 1))!;
    if (b === undefined || more !== undefined) return -1;
    const other = a === end ? b : a!;
    return taken[other >> 1] === 1 ? -1 : other;
  };
  lines.forEach((line, index) => {
    if (taken[index] === 1) return;
    taken[index] = 1;
    const forward: GeometryPart[] = [line];
    const backward: GeometryPart[] = [];
    for (const [from, list] of [
      [1, forward],
      [0, backward],
    ] as const) {
      for (let next = findNext(index * 2 + from); next !== -1; next = findNext(next ^ 1)) {
        taken[next >> 1] = 1;
        const part = lines[next >> 1]!;
        // Turn each line so that its positions run in the direction of the joined line.
        list.push((next & 1) === from ? turnRound(part) : part);
      }
    }
    // Drop the first position of each line but the first: the line before ends there.
    joined.push([...backward.reverse(), ...forward].flatMap((part, at) => (at === 0 ? part : part.slice(2))));
  });
  return joined;
}

function placeOf(line: GeometryPart, end: number): string {
  const at = end === 0 ? 0 : line.length - 2;
  return `${line[at]},${line[at + 1]}`;
}

/** Average width of a letter of a street's name, in pixels. */
const LETTER = 5;
/** UNITS per pixel: in tiles of zoom 14 shown at zoom 18; in tiles below the highest zoom at their largest. */
const UNITS_DEEPEST = 1;
const UNITS_ABOVE = 4;
/** A name is drawn once per view; the other lines in a tile are alternative positions for it. */
const MAX_LINES = 3;

/** Chooses the longest of the lines that are long enough for the name. */
export function chooseLabelLines(
  lines: readonly GeometryPart[],
  properties: TileProperties,
  isDeepest: boolean,
): GeometryPart[] {
  const letters = String(properties['name'] ?? properties['ref']).length;
  const shortest = letters * LETTER * (isDeepest ? UNITS_DEEPEST : UNITS_ABOVE);
  return lines
    .map((line) => ({ line, length: measureLine(line) }))
    .filter(({ length }) => length >= shortest)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_LINES)
    .map(({ line }) => line);
}
