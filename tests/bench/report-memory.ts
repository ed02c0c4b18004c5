import type { Task } from '../main-thread.ts';
import { MEMORY_VARIANTS, type MemoryVariant } from './page-contract.ts';
import type { MemoryRow } from './memory.ts';
import { spreadOf, type Spread } from './statistics.ts';
import { drawTable, figure } from './table.ts';
import type { Verdict } from './targets.ts';

/** The rounds of one variant at one size, as medians. Milliseconds; megabytes above an empty Leaflet map. */
interface Summary {
  variant: MemoryVariant;
  points: number;
  draw: Spread;
  drawTask: Task;
  tourTask: Task;
  frameMedianMs: number;
  frameP95Ms: number;
  heapMegabytes: number;
}

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
    MEMORY_VARIANTS.flatMap((variant) => summarise(rows, variant, points) ?? []),
  );
  return {
    text: drawMemoryTable(summaries),
    verdicts: sizes.flatMap((points) => evaluate(summaries, points)),
  };
}

function summarise(rows: readonly MemoryRow[], variant: MemoryVariant, points: number): Summary | null {
  const own = rows.filter((row) => row.variant === variant && row.points === points);
  if (own.length === 0) return null;
  const tours = own.flatMap(({ tour }) => tour ?? []);
  const median = (of: (tour: (typeof tours)[number]) => number) => spreadOf(tours.map(of)).median;
  const medianTask = (of: (tour: (typeof tours)[number]) => Task): Task => ({
    wallMs: median((tour) => of(tour).wallMs),
    cpuMs: median((tour) => of(tour).cpuMs),
  });
  const heapBytes = median((tour) => tour.heapBytes);
  const empty = rows.flatMap((row) => (row.variant === 'empty' && row.tour) || []);
  const emptyBytes = spreadOf(empty.map((tour) => tour.heapBytes)).median;
  return {
    variant,
    points,
    draw: spreadOf(own.map(({ drawMs }) => drawMs)),
    drawTask: medianTask((tour) => tour.longestDrawTask),
    tourTask: medianTask((tour) => tour.longestTask),
    frameMedianMs: median((tour) => tour.frameMedianMs),
    frameP95Ms: median((tour) => tour.frameP95Ms),
    heapMegabytes: (heapBytes - emptyBytes) / 1e6,
  };
}

function drawMemoryTable(summaries: readonly Summary[]): string {
  const head = [
    'Data in memory → first clusters',
    'points',
    'ms',
    'min–max',
    'rounds',
    '× Droppoint',
    'longest task: start',
    'its CPU',
    'tour',
    'CPU ms',
    'frame p50',
    'p95 ms',
    'heap MB',
  ];
  const body = summaries.map((summary) => {
    const product = summaries.find(
      ({ variant, points }) => variant === 'product' && points === summary.points,
    );
    const isPeer = summary.variant === 'markercluster' || summary.variant === 'supercluster';
    return [
      NAMES[summary.variant],
      summary.variant === 'empty' ? '' : summary.points.toLocaleString('en'),
      figure(summary.draw.median),
      `${figure(summary.draw.least)}–${figure(summary.draw.most)}`,
      String(summary.draw.rounds),
      isPeer && product ? figure(summary.draw.median / product.draw.median) : '',
      figure(summary.drawTask.wallMs),
      figure(summary.drawTask.cpuMs),
      figure(summary.tourTask.wallMs),
      figure(summary.tourTask.cpuMs),
      figure(summary.frameMedianMs),
      figure(summary.frameP95Ms),
      summary.variant === 'empty' ? '' : figure(summary.heapMegabytes),
    ];
  });
  return drawTable(head, body);
}

function evaluate(summaries: readonly Summary[], points: number): Verdict[] {
  const find = (wanted: MemoryVariant) =>
    summaries.find((summary) => summary.variant === wanted && summary.points === points);
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
      target: `first clusters ≥ ${least}× as fast as ${NAMES[peer.variant]} ${at}`,
      measured: `${figure(ratio)}× (${figure(product.draw.median)} ms)`,
      limit: `an empty map of Leaflet takes ${figure(empty.draw.median)} ms until its second frame, and would be ${figure(peer.draw.median / empty.draw.median)}× as fast`,
    });
  };
  if (target) {
    compare(find('markercluster'), target.overMarkercluster);
    compare(find('supercluster'), target.overSupercluster);
    verdicts.push({
      holds: product.heapMegabytes < target.heapMegabytes,
      target: `heap after the tour < ${target.heapMegabytes} MB ${at}`,
      measured: `${figure(product.heapMegabytes)} MB`,
      limit: 'what the engine keeps: the table of blocks, and the blocks that the tour has met',
    });
  }
  const longestTaskMs = Math.max(product.drawTask.wallMs, product.tourTask.wallMs);
  verdicts.push(
    {
      holds: longestTaskMs < LONGEST_TASK_MS,
      target: `longest task < ${LONGEST_TASK_MS} ms ${at}`,
      measured: `${figure(product.drawTask.wallMs)} ms at the start, ${figure(product.tourTask.wallMs)} ms on the tour (of CPU: ${figure(product.drawTask.cpuMs)} and ${figure(product.tourTask.cpuMs)} ms)`,
      limit: `an empty map's longest tasks take ${figure(empty.drawTask.wallMs)} and ${figure(empty.tourTask.wallMs)} ms`,
    },
    {
      holds: product.frameP95Ms < FRAME_P95_MS,
      target: `19 of 20 frames within ${FRAME_P95_MS} ms ${at}`,
      measured: `${figure(product.frameP95Ms)} ms`,
      limit: `an empty map's take ${figure(empty.frameP95Ms)} ms`,
    },
  );
  return verdicts;
}
