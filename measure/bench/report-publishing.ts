import type { PublishingRow } from './publishing.ts';
import { drawTable, figure } from './table.ts';
import type { Verdict } from './targets.ts';

/** Limits for publishing on two cores, by the size of the list. */
const TARGETS: Readonly<Record<number, { seconds: number; peakBytes: number; files?: number }>> = {
  153_600: { seconds: 30, peakBytes: 350e6, files: 2_000 },
  1_000_000: { seconds: 90, peakBytes: 600e6 },
};

export function describePublishing(rows: readonly PublishingRow[]): { text: string; verdicts: Verdict[] } {
  const head = ['Publishing', 'time', 'processor', 'memory', 'files', 'with packed', 'bytes'];
  const body = rows.map((row) => [
    row.points.toLocaleString('en'),
    `${figure(row.seconds)} s`,
    `${figure(row.cpuSeconds)} s`,
    `${figure(row.peakBytes / 1e6)} MB`,
    row.files.toLocaleString('en'),
    row.filesWithPacked.toLocaleString('en'),
    `${figure(row.bytes / 1e6)} MB`,
  ]);
  return { text: drawTable(head, body), verdicts: rows.flatMap(evaluate) };
}

function evaluate({ points, seconds, cpuSeconds, peakBytes, files }: PublishingRow): Verdict[] {
  const targets = TARGETS[points];
  if (targets === undefined) return [];
  const what = `${points.toLocaleString('en')} points are published`;
  const verdicts = [
    {
      holds: seconds <= targets.seconds,
      timed: true,
      target: `${what} in ${targets.seconds} s`,
      measured: `${figure(seconds)} s`,
      limit: `${figure(cpuSeconds)} s of processor, mostly compression; two cores are shared with the sandbox`,
    },
    {
      holds: peakBytes <= targets.peakBytes,
      target: `${what} in ${figure(targets.peakBytes / 1e6)} MB`,
      measured: `${figure(peakBytes / 1e6)} MB`,
      limit: 'the columns of all points, and files under compression',
    },
  ];
  if (targets.files === undefined) return verdicts;
  const ofFiles = {
    holds: files <= targets.files,
    target: `${what} as at most ${figure(targets.files)} files`,
    measured: files.toLocaleString('en'),
    limit: 'most are chunks of items, blocks, and pages of ids',
  };
  return [...verdicts, ofFiles];
}
