/**
 * A measured value in words, and its target, if any, with whether it was met. `timed`: other programs on the machine can make it
 * worse.
 */
export type Row = [what: string, measured: string, wanted?: string, held?: boolean, timed?: 'timed'];

const VERDICTS = { held: 'held', missed: 'NOT HELD', unjudged: 'not judged' } as const;
type Verdict = keyof typeof VERDICTS;

const WHAT_WIDTH = 50;
const MEASURED_WIDTH = 32;
const WANTED_WIDTH = 12;

/** @param busy whether the machine was. A limit that was kept nevertheless is kept. @returns null without a target */
export function judge([, , wanted, held, timed]: Row, busy: boolean): Verdict | null {
  if (wanted === undefined) return null;
  if (held === true) return 'held';
  return busy && timed !== undefined ? 'unjudged' : 'missed';
}

/** BSD's EX_TEMPFAIL: nothing is known to be wrong, try again later. */
const NOT_JUDGED = 75;

/** Of the soak: 1 if something is known not to hold. */
export function exitCodeOf(verdicts: readonly (Verdict | null)[]): number {
  if (verdicts.includes('missed')) return 1;
  return verdicts.includes('unjudged') ? NOT_JUDGED : 0;
}

/** @param busy why the machine was too busy to judge; null: it wasn't */
export function writeRows(rows: readonly Row[], busy: string | null): string {
  const lines = rows.map((row) => {
    const [what, measured, wanted = ''] = row;
    const verdict = judge(row, busy !== null);
    const line = what.padEnd(WHAT_WIDTH) + measured.padStart(MEASURED_WIDTH);
    return verdict === null ? line : `${line}${wanted.padStart(WANTED_WIDTH)}   ${VERDICTS[verdict]}`;
  });
  return [...lines, ...(busy === null ? [] : [`machine busy: ${busy}`])].join('\n');
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
