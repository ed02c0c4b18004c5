import { percentile } from '../bench/statistics.ts';

/**
 * A description, a measured value, its target, if any, and whether it was met. `timed` means that other programs on the machine can make the
 * value worse.
 */
export type Row = [what: string, measured: string, target?: string, held?: boolean, timed?: 'timed'];

const VERDICTS = { held: 'met', missed: 'NOT MET', unjudged: 'not judged' } as const;
type Verdict = keyof typeof VERDICTS;

const WHAT_WIDTH = 50;
const MEASURED_WIDTH = 32;
const TARGET_WIDTH = 12;

/** @param busy whether the machine was busy. A target that was met nevertheless counts as met. @returns null without a target */
export function judge([, , target, held, timed]: Row, busy: boolean): Verdict | null {
  if (target === undefined) return null;
  if (held === true) return 'held';
  return busy && timed !== undefined ? 'unjudged' : 'missed';
}

/** BSD's EX_TEMPFAIL: nothing is known to be wrong; try again later. */
const NOT_JUDGED = 75;

/** The exit code of the soak: 1 if a target is known to be missed. */
export function exitCodeOf(verdicts: readonly (Verdict | null)[]): number {
  if (verdicts.includes('missed')) return 1;
  return verdicts.includes('unjudged') ? NOT_JUDGED : 0;
}

/** @param busy why the machine was too busy to judge; null if it wasn't */
export function writeRows(rows: readonly Row[], busy: string | null): string {
  const lines = rows.map((row) => {
    const [what, measured, target = ''] = row;
    const verdict = judge(row, busy !== null);
    const line = what.padEnd(WHAT_WIDTH) + measured.padStart(MEASURED_WIDTH);
    return verdict === null ? line : `${line}${target.padStart(TARGET_WIDTH)}   ${VERDICTS[verdict]}`;
  });
  return [...lines, ...(busy === null ? [] : [`machine busy: ${busy}`])].join('\n');
}

export function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}

/** @param values at least one value @param shares numbers from 0 to 1 */
export const writeQuantiles = (values: readonly number[], shares = [0.5, 0.95, 1]): string =>
  shares.map((share) => ms(percentile(values, share))).join(' / ');

/** Makes the row for a time that must be below a limit. @param measured the text to print, if more than this time was measured */
export const below = (what: string, valueMs: number, limitMs: number, measured = ms(valueMs)): Row => [
  what,
  measured,
  `< ${Number(limitMs.toFixed(2))} ms`,
  valueMs < limitMs,
  'timed',
];

/** Makes the row for processor time that is limited to a multiple of a bare server's (processor-time.ts). */
export const belowBare = (
  what: string,
  { cpuMs, timesBare }: { cpuMs: number; timesBare: number },
  mostTimes: number,
): Row => [
  what,
  `${ms(cpuMs)} = ${timesBare.toFixed(1)} × bare`,
  `< ${mostTimes} ×`,
  timesBare < mostTimes,
  'timed',
];

/** Makes the row for something that must never happen. @param of how often it could have happened */
export const none = (what: string, count: number, of?: number): Row => [
  what,
  of === undefined ? String(count) : `${count} of ${of.toLocaleString('en')}`,
  '0',
  count === 0,
];

/** Makes the row for something that has to happen every time. */
export const all = (what: string, count: number, of: number): Row => [
  what,
  `${count} of ${of}`,
  String(of),
  count === of,
];
