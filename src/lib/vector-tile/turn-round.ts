/** @returns a line in the other direction; x and y alternating */
export function turnRound(line: readonly number[]): number[] {
  const turned: number[] = [];
  for (let at = line.length - 2; at >= 0; at -= 2) turned.push(line[at]!, line[at + 1]!);
  return turned;
}
