import { groupBy } from '../../publisher/group.ts';
import type { Part } from './part.ts';

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
