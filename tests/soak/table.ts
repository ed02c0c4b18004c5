/** A measured value in words, and its target, if any, with whether it was met. */
export type Row = [what: string, measured: string, wanted?: string, held?: boolean];

const WHAT_WIDTH = 50;
const MEASURED_WIDTH = 32;
const WANTED_WIDTH = 12;

export function writeRow([what, measured, wanted, held]: Row): string {
  const line = what.padEnd(WHAT_WIDTH) + measured.padStart(MEASURED_WIDTH);
  return wanted === undefined
    ? line
    : `${line}${wanted.padStart(WANTED_WIDTH)}   ${held ? 'held' : 'NOT HELD'}`;
}

export function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}

export function inOrder(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

/** @param sorted in ascending order, at least one @param share 0 to 1 */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/** @param sorted in ascending order, at least one @param shares each 0 to 1 */
export const writeQuantiles = (sorted: readonly number[], shares = [0.5, 0.95, 1]): string =>
  shares.map((share) => ms(quantile(sorted, share))).join(' / ');
