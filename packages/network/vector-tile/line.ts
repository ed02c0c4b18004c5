/** Reverses a line, whose x and y alternate. */
export function turnRound(line: readonly number[]): number[] {
  const reversed: number[] = [];
  for (let at = line.length - 2; at >= 0; at -= 2) reversed.push(line[at]!, line[at + 1]!);
  return reversed;
}

/** Computes the length of a line. */
export function measureLine(line: readonly number[]): number {
  let length = 0;
  for (let at = 2; at < line.length; at += 2)
    length += Math.hypot(line[at]! - line[at - 2]!, line[at + 1]! - line[at - 1]!);
  return length;
}
