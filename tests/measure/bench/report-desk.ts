import { spreadOf } from './statistics.ts';
import { drawTable, figure, range } from './table.ts';
import type { Verdict } from './targets.ts';

/** One of the desk's figures. */
export interface DeskRow {
  part: 'desk';
  /** As in `DESK_TARGETS`. */
  name: string;
  round: number;
  /** As in `MemoryRow`. */
  load: number;
  value: number;
  unit: 'ms' | 'KB';
}

export type DeskFigure = readonly [name: string, value: number, unit: DeskRow['unit']];

/** At most so much, by the beginning of the figure's name. */
const DESK_TARGETS: readonly (readonly [beginning: string, most: number])[] = [
  ['label', 300],
  ['500 rows', 1000],
  ['frame p95', 17.5],
  ['first paint', 1200],
  ['bytes', 120],
];

export function describeDesk(rows: readonly DeskRow[]): { text: string; verdicts: Verdict[] } {
  const summaries = [...new Set(rows.map(({ name }) => name))].map((name) => ({
    name,
    unit: rows.find((row) => row.name === name)!.unit,
    spread: spreadOf(rows.filter((row) => row.name === name).map(({ value }) => value)),
  }));
  const head = ['At the desk', 'median', 'min–max', 'rounds'];
  const body = summaries.map(({ name, unit, spread }) => [
    `${name}, ${unit}`,
    figure(spread.median),
    range(spread),
    String(spread.rounds),
  ]);
  const verdicts = summaries.flatMap(({ name, unit, spread }): Verdict[] => {
    const target = DESK_TARGETS.find(([beginning]) => name.startsWith(beginning))?.[1];
    if (target === undefined) return [];
    return [
      {
        holds: spread.median <= target,
        timed: unit === 'ms',
        target: `${name} ≤ ${figure(target)} ${unit}`,
        measured: `${figure(spread.median)} ${unit} (${range(spread)})`,
        limit: 'see src/lib/desk',
      },
    ];
  });
  return { text: drawTable(head, body), verdicts };
}
