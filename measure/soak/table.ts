import { percentile } from '../bench/statistics.ts';

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

/** @param values at least one @param shares each 0 to 1 */
export const writeQuantiles = (values: readonly number[], shares = [0.5, 0.95, 1]): string =>
  shares.map((share) => ms(percentile(values, share))).join(' / ');

/** A time below its limit. @param measured in words, if more was measured than this */
export const below = (what: string, valueMs: number, limitMs: number, measured = ms(valueMs)): Row => [
  what,
  measured,
  `< ${limitMs} ms`,
  valueMs < limitMs,
  'timed',
];

/** What may not happen once. @param of how often it could have */
export const none = (what: string, count: number, of?: number): Row => [
  what,
  of === undefined ? String(count) : `${count} of ${of.toLocaleString('en')}`,
  '0',
  count === 0,
];

/** What has to happen each time. */
export const all = (what: string, count: number, of: number): Row => [
  what,
  `${count} of ${of}`,
  String(of),
  count === of,
];
