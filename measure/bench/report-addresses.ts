import type { AddressRow } from './addresses/measure.ts';
import type { TruthRow } from './addresses/truth.ts';
import { drawTable } from './table.ts';
import type { Verdict } from './targets.ts';

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
const MOST_FILES = 3;
const MOST_KB = 40;
const MOST_BYTES = 14;
/** The least share of right answers by kind; 0.98 for all others. If a misspelt name fills several pages around its town, the index doesn't tell which of them to read. */
const LEAST_RIGHT: Partial<Record<string, number>> = {
  'every street by its name alone': 1,
  'a letter of six or more missing, town': 0.9,
};

export function describeAddresses(rows: readonly AddressRow[]): { text: string; verdicts: Verdict[] } {
  const head = [
    'Addresses on published streets',
    'asked',
    'right',
    'files',
    'KB',
    'CPU ms',
    'bytes per name',
  ];
  const body = rows.map((row) => [
    `${row.streets}: ${row.kind}`,
    String(row.questionCount),
    percent(row.right, row.questionCount),
    String(row.maxFiles),
    row.maxKb.toFixed(1),
    row.cpuMs.toFixed(2),
    row.bytesPerName.toFixed(1),
  ]);
  const judge = (holds: boolean, target: string, measured: string, limit = ''): Verdict => ({
    holds,
    target,
    measured,
    limit,
  });
  const verdicts = rows.map(({ streets, kind, right, questionCount, astray }) => {
    const least = LEAST_RIGHT[kind] ?? 0.98;
    const target = `${streets}: ${kind} is found in ${percent(least, 1)} of searches`;
    return judge(
      right / questionCount >= least,
      target,
      percent(right, questionCount),
      astray.slice(0, 5).join('; '),
    );
  });
  const files = Math.max(...rows.map(({ maxFiles }) => maxFiles));
  const kb = Math.max(...rows.map(({ maxKb }) => maxKb));
  const bytes = Math.max(...rows.map(({ bytesPerName }) => bytesPerName));
  verdicts.push(
    judge(
      files <= MOST_FILES && kb <= MOST_KB,
      'a question reads at most 3 files and 40 KB of a gazetteer',
      `${files}, ${kb.toFixed(1)} KB`,
    ),
    judge(bytes <= MOST_BYTES, 'a gazetteer has at most 14 bytes per name', bytes.toFixed(1)),
  );
  return { text: drawTable(head, body), verdicts };
}

export function describeTruth(rows: readonly TruthRow[]): { text: string; verdicts: Verdict[] } {
  const head = [
    'Tagged addresses of an extract',
    'asked',
    'right street',
    'on the map',
    'within 30 m',
    'wrong town',
    'exact',
    '… beyond 60 m',
  ];
  const body = rows.map((row) => [
    row.extract,
    String(row.questionCount),
    `${row.rightStreet} of ${row.namedStreet}`,
    String(row.onMap),
    percent(row.within, row.onMap),
    String(row.wrongTown),
    String(row.exact),
    String(row.untrue),
  ]);
  const verdicts = rows.flatMap((row): Verdict[] => [
    {
      holds: row.within / row.onMap >= 0.95,
      target: `${row.extract}: 95 % within 30 m where the tiles have the number`,
      measured: percent(row.within, row.onMap),
      limit: row.astray.slice(0, 5).join('; '),
    },
    {
      holds: row.rightStreet / row.questionCount >= 0.98,
      target: `${row.extract}: 98 % on the right street`,
      measured: percent(row.rightStreet, row.questionCount),
      limit: row.lost.slice(0, 5).join('; '),
    },
    {
      holds: row.wrongTown === 0,
      target: `${row.extract}: no wrong town`,
      measured: String(row.wrongTown),
      limit: '',
    },
  ]);
  return { text: drawTable(head, body), verdicts };
}
