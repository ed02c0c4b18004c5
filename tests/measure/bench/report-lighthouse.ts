import { LIGHTHOUSE_PAGES, type LighthouseRow } from './lighthouse.ts';
import { mediansOf, spreadOf } from './statistics.ts';
import { drawTable, figure, range, seconds } from './table.ts';
import type { Verdict } from './targets.ts';

const MIN_PERFORMANCE = 95;

export function describeLighthouse(rows: readonly LighthouseRow[]): { text: string; verdicts: Verdict[] } {
  const summaries = LIGHTHOUSE_PAGES.map((page) => summarise(page, rows));
  const head = [
    'Lighthouse',
    ...['performance', 'min–max', 'accessibility', 'best practices', 'rounds'],
    ...['first paint s', 'largest paint s', 'blocking ms', 'layout shift'],
  ];
  const body = summaries.map((summary) => [
    summary.page,
    figure(summary.performance.median),
    range(summary.performance),
    figure(summary.accessibility),
    figure(summary.bestPractices),
    String(summary.performance.rounds),
    seconds(summary.firstPaintMs),
    seconds(summary.largestPaintMs),
    figure(summary.blockingMs),
    figure(summary.layoutShift),
  ]);
  return { text: drawTable(head, body), verdicts: summaries.flatMap(evaluate) };
}

type Summary = ReturnType<typeof summarise>;

function summarise(page: LighthouseRow['page'], rows: readonly LighthouseRow[]) {
  const own = rows.filter((row) => row.page === page);
  return {
    page,
    performance: spreadOf(own.map((row) => row.performance)),
    accessibility: Math.min(...own.map((row) => row.accessibility)),
    bestPractices: Math.min(...own.map((row) => row.bestPractices)),
    ...mediansOf(own, ['firstPaintMs', 'largestPaintMs', 'blockingMs']),
    layoutShift: Math.max(...own.map((row) => row.layoutShift)),
    faults: [...new Set(own.flatMap((row) => row.faults))],
  };
}

function evaluate({
  page,
  performance,
  accessibility,
  bestPractices,
  faults,
  ...figures
}: Summary): Verdict[] {
  return [
    {
      holds: performance.median >= MIN_PERFORMANCE,
      timed: true,
      target: `${page}: performance at least ${MIN_PERFORMANCE}`,
      measured: `${figure(performance.median)} (${range(performance)})`,
      limit: `largest paint ${figure(figures.largestPaintMs)} ms, blocking ${figure(figures.blockingMs)} ms`,
    },
    {
      holds: accessibility === 100 && bestPractices === 100,
      target: `${page}: accessibility and best practices 100`,
      measured: `${figure(accessibility)} and ${figure(bestPractices)}`,
      limit: faults.join('; '),
    },
  ];
}
