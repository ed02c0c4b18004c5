import type { DeskRow } from './desk.ts';
import { spreadOf } from './statistics.ts';
import { drawTable, figure, range } from './table.ts';
import type { Verdict } from './targets.ts';

/** At most so long, by the beginning of the figure's name. */
const DESK_TARGETS: readonly (readonly [beginning: string, ms: number])[] = [['500 rows', 1000]];

export function describeDesk(rows: readonly DeskRow[]): { text: string; verdicts: Verdict[] } {
  const summaries = [...new Set(rows.map(({ name }) => name))].map((name) => ({
    name,
    spread: spreadOf(rows.filter((row) => row.name === name).map(({ ms }) => ms)),
  }));
  const head = ['At the desk', 'ms', 'min–max', 'rounds'];
  const body = summaries.map(({ name, spread }) => [
    name,
    figure(spread.median),
    range(spread),
    String(spread.rounds),
  ]);
  const verdicts = summaries.flatMap(({ name, spread }): Verdict[] => {
    const target = DESK_TARGETS.find(([beginning]) => name.startsWith(beginning))?.[1];
    if (target === undefined) return [];
    return [
      {
        holds: spread.median <= target,
        timed: true,
        target: `${name} in ≤ ${figure(target)} ms on a CPU four times slower`,
        measured: `${figure(spread.median)} ms (${range(spread)})`,
        limit: 'see src/lib/desk',
      },
    ];
  });
  return { text: drawTable(head, body), verdicts };
}
