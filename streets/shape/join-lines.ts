import { groupBy } from '../../publisher/group.ts';
import { type Part, measureLine } from './part.ts';
import type { TileProperties } from '../../src/lib/vector-tile/read-vector-tile.ts';

/**
 * Joins lines that go on in each other: at places where two ends meet, and no third. Archives cut a street at each crossing.
 * @param lines each of two positions at least
 */
export function joinLines(lines: readonly Part[]): Part[] {
  /** Ends at a place: twice the line's number, and one more for its last position. */
  const ends = groupBy(
    lines.flatMap((_, index) => [index * 2, index * 2 + 1]),
    (end) => placeOf(lines[end >> 1]!, end & 1),
  );

  const joined: Part[] = [];
  const taken = new Uint8Array(lines.length);
  /** The end that goes on from this one, where exactly one does. */
  const findNext = (end: number): number => {
    const [a, b, more] = ends.get(placeOf(lines[end >> 1]!, end & 1))!;
    if (b === undefined || more !== undefined) return -1;
    const other = a === end ? b : a!;
    return taken[other >> 1] === 1 ? -1 : other;
  };
  lines.forEach((line, index) => {
    if (taken[index] === 1) return;
    taken[index] = 1;
    const forward: Part[] = [line];
    const backward: Part[] = [];
    for (const [from, list] of [
      [1, forward],
      [0, backward],
    ] as const) {
      for (let next = findNext(index * 2 + from); next !== -1; next = findNext(next ^ 1)) {
        taken[next >> 1] = 1;
        const part = lines[next >> 1]!;
        // Walked from the end that meets what is there; backward ones the other way about.
        list.push((next & 1) === from ? reverse(part) : part);
      }
    }
    joined.push(concatenate([...backward.reverse(), ...forward]));
  });
  return joined;
}

function placeOf(line: Part, end: number): string {
  const at = end === 0 ? 0 : line.length - 2;
  return `${line[at]},${line[at + 1]}`;
}

function reverse(line: Part): Part {
  const reversed: Part = [];
  for (let at = line.length - 2; at >= 0; at -= 2) reversed.push(line[at]!, line[at + 1]!);
  return reversed;
}

function concatenate(lines: readonly Part[]): Part {
  const whole: Part = [...lines[0]!];
  for (const line of lines.slice(1)) for (let at = 2; at < line.length; at++) whole.push(line[at]!);
  return whole;
}

/** Pixels of a letter of a street's name, the narrow ones counted in. */
const LETTER = 5;
/** UNITS in a pixel when the tile is drawn largest. */
const UNITS_DEEPEST = 1;
const UNITS_ABOVE = 4;
/** A name is written once in a view; more lines of it in one tile are other chances for it. */
const MAX_LINES = 3;

/** Lines that a name has room on, the longest ones: nobody would ever read the others. */
export function keepLabelLines(
  lines: readonly Part[],
  properties: TileProperties,
  isDeepest: boolean,
): Part[] {
  const letters = String(properties['name'] ?? properties['ref']).length;
  const shortest = letters * LETTER * (isDeepest ? UNITS_DEEPEST : UNITS_ABOVE);
  return lines
    .map((line) => ({ line, length: measureLine(line) }))
    .filter(({ length }) => length >= shortest)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_LINES)
    .map(({ line }) => line);
}
