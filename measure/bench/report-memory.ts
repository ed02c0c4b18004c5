import { MEMORY_VARIANTS, type MemoryVariant } from './page-contract.ts';
import type { MemoryRow } from './memory.ts';
import { mediansOf, spreadOf } from './statistics.ts';
import { drawColumns, figure, range } from './table.ts';
import type { Verdict } from './targets.ts';

const NAMES: Readonly<Record<MemoryVariant, string>> = {
  empty: 'Leaflet, no points',
  product: 'Droppoint',
  markercluster: 'leaflet.markercluster',
  supercluster: 'supercluster on Leaflet',
};

/** The product's targets, by number of points. */
const TARGETS: Readonly<
  Record<number, { overMarkercluster: number; overSupercluster: number; heapMegabytes: number }>
> = {
  153_600: { overMarkercluster: 40, overSupercluster: 5, heapMegabytes: 20 },
  1_000_000: { overMarkercluster: 250, overSupercluster: 15, heapMegabytes: 45 },
};
const LONGEST_TASK_MS = 50;
const FRAME_P95_MS = 17.5;

export function describeMemory(rows: readonly MemoryRow[]): { text: string; verdicts: Verdict[] } {
  const sizes = [...new Set(rows.map(({ points }) => points))];
  const summaries = sizes.flatMap((points) =>
    MEMORY_VARIANTS.flatMap((variant) => summarise(rows, variant, points)),
  );
  return {
    text: drawMemoryTable(summaries),
    verdicts: sizes.flatMap((points) => evaluate(summaries, points)),
  };
}

type Summary = ReturnType<typeof summarise>[number];

/** Summarises the rounds of one variant at one size as medians, in milliseconds, and megabytes above an empty Leaflet map; empty without rounds. */
function summarise(rows: readonly MemoryRow[], variant: MemoryVariant, points: number) {
  const own = rows.filter((row) => row.variant === variant && row.points === points);
  if (own.length === 0) return [];
  const tours = own.flatMap(({ tour }) => tour ?? []);
  const medianTask = (task: 'longestDrawTask' | 'longestTask') =>
    mediansOf(
      tours.map((tour) => tour[task]),
      ['wallMs', 'cpuMs'],
    );
  const { heapBytes, ...frames } = mediansOf(tours, ['heapBytes', 'frameMedianMs', 'frameP95Ms']);
  const empty = rows.flatMap((row) => (row.variant === 'empty' && row.tour) || []);
  return [
    {
      variant,
      points,
      draw: spreadOf(own.map(({ drawMs }) => drawMs)),
      drawTask: medianTask('longestDrawTask'),
      tourTask: medianTask('longestTask'),
      ...frames,
      heapMegabytes: (heapBytes - mediansOf(empty, ['heapBytes']).heapBytes) / 1e6,
    },
  ];
}

const isPeer = ({ variant }: Summary) => variant === 'markercluster' || variant === 'supercluster';

const drawMemoryTable = (summaries: readonly Summary[]): string =>
  drawColumns(
    [
      ['Data in memory → first clusters', ({ variant }) => NAMES[variant]],
      ['points', ({ variant, points }) => (variant === 'empty' ? '' : points.toLocaleString('en'))],
      ['ms', ({ draw }) => figure(draw.median)],
      ['min–max', ({ draw }) => range(draw)],
      ['rounds', ({ draw }) => String(draw.rounds)],
      [
        '× Droppoint',
        (row) => {
          const product = summaries.find((each) => each.variant === 'product' && each.points === row.points);
          return isPeer(row) && product ? figure(row.draw.median / product.draw.median) : '';
        },
      ],
      ['longest task: start', ({ drawTask }) => figure(drawTask.wallMs)],
      ['its CPU', ({ drawTask }) => figure(drawTask.cpuMs)],
      ['tour', ({ tourTask }) => figure(tourTask.wallMs)],
      ['CPU ms', ({ tourTask }) => figure(tourTask.cpuMs)],
      ['frame p50', ({ frameMedianMs }) => figure(frameMedianMs)],
      ['p95 ms', ({ frameP95Ms }) => figure(frameP95Ms)],
      ['heap MB', ({ variant, heapMegabytes }) => (variant === 'empty' ? '' : figure(heapMegabytes))],
    ],
    summaries,
  );

function evaluate(summaries: readonly Summary[], points: number): Verdict[] {
  const find = (variant: MemoryVariant) =>
    summaries.find((summary) => summary.variant === variant && summary.points === points);
  const empty = summaries.find(({ variant }) => variant === 'empty');
  const product = find('product');
  if (!empty || !product) return [];
  const at = `at ${points.toLocaleString('en')} points`;
  const verdicts: Verdict[] = [];
  const target = TARGETS[points];
  const compare = (peer: Summary | undefined, least: number) => {
    if (peer === undefined) return;
    const ratio = peer.draw.median / product.draw.median;
    verdicts.push({
      holds: ratio >= least,
      timed: true,
      target: `first clusters ≥ ${least}× as fast as ${NAMES[peer.variant]} ${at}`,
      measured: `${figure(ratio)}× (${figure(product.draw.median)} ms)`,
      limit: `an empty map of Leaflet takes ${figure(empty.draw.median)} ms until its second frame and would be ${figure(peer.draw.median / empty.draw.median)}× as fast`,
    });
  };
  if (target) {
    compare(find('markercluster'), target.overMarkercluster);
    compare(find('supercluster'), target.overSupercluster);
    verdicts.push({
      holds: product.heapMegabytes < target.heapMegabytes,
      target: `heap after the tour < ${target.heapMegabytes} MB ${at}`,
      measured: `${figure(product.heapMegabytes)} MB`,
      limit: 'what the engine keeps: the table of blocks, and the blocks that the tour reached',
    });
  }
  const longestTaskMs = Math.max(product.drawTask.wallMs, product.tourTask.wallMs);
  verdicts.push(
    {
      holds: longestTaskMs < LONGEST_TASK_MS,
      timed: true,
      target: `longest task < ${LONGEST_TASK_MS} ms ${at}`,
      measured: `${figure(product.drawTask.wallMs)} ms at the start, ${figure(product.tourTask.wallMs)} ms on the tour (of CPU: ${figure(product.drawTask.cpuMs)} and ${figure(product.tourTask.cpuMs)} ms)`,
      limit: `an empty map's longest tasks take ${figure(empty.drawTask.wallMs)} and ${figure(empty.tourTask.wallMs)} ms`,
    },
    {
      holds: product.frameP95Ms < FRAME_P95_MS,
      timed: true,
      target: `19 of 20 frames within ${FRAME_P95_MS} ms ${at}`,
      measured: `${figure(product.frameP95Ms)} ms`,
      limit: `an empty map's take ${figure(empty.frameP95Ms)} ms`,
    },
  );
  return verdicts;
}
