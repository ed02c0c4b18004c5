import { spreadOf } from './statistics.ts';
import { drawTable, figure, range } from './table.ts';
import type { Verdict } from './targets.ts';

/** One figure of a part that measures several things, each once per round. */
export interface FigureRow {
  part: 'desk' | 'parcel' | 'choose';
  /** Name of the figure, which begins as in `TARGETS`. */
  name: string;
  round: number;
  /** See `MemoryRow.load`. */
  load: number;
  value: number;
  unit: 'ms' | '%' | 'KB';
}

export type Figure = readonly [name: string, value: number, unit: FigureRow['unit']];

/** The highest allowed value of each figure, by the beginning of its name. */
const TARGETS: Readonly<Record<FigureRow['part'], readonly (readonly [beginning: string, most: number])[]>> =
  {
    desk: [
      ['label', 300],
      ['500 rows', 1000],
      ['frame p95', 17.5],
      ['first paint', 1200],
      ['bytes', 120],
    ],
    parcel: [
      ['state', 1200],
      ['bytes', 60],
    ],
    choose: [
      ['share', 103],
      ['choice', 100],
      ['link', 1],
    ],
  };
const HEADS = { desk: 'At the desk', parcel: 'Where a parcel is', choose: 'A choice for a shop' };

export function describeFigures(rows: readonly FigureRow[]): { text: string; verdicts: Verdict[] } {
  const { part } = rows[0]!;
  const summaries = [...new Set(rows.map(({ name }) => name))].map((name) => ({
    name,
    unit: rows.find((row) => row.name === name)!.unit,
    spread: spreadOf(rows.filter((row) => row.name === name).map(({ value }) => value)),
  }));
  const head = [HEADS[part], 'median', 'min–max', 'rounds'];
  const body = summaries.map(({ name, unit, spread }) => [
    `${name}, ${unit}`,
    figure(spread.median),
    range(spread),
    String(spread.rounds),
  ]);
  const verdicts = summaries.flatMap(({ name, unit, spread }): Verdict[] => {
    const target = TARGETS[part].find(([beginning]) => name.startsWith(beginning))?.[1];
    if (target === undefined) return [];
    return [
      {
        holds: spread.median <= target,
        timed: unit !== 'KB',
        target: `${name} ≤ ${figure(target)} ${unit}`,
        measured: `${figure(spread.median)} ${unit} (${range(spread)})`,
        limit: `see src/lib/${part}`,
      },
    ];
  });
  return { text: drawTable(head, body), verdicts };
}
