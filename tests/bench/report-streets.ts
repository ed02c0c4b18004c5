import { STREET_VARIANTS } from './page-contract.ts';
import { spreadOf } from './statistics.ts';
import type { StreetsRow } from './streets.ts';
import { drawTable, figure } from './table.ts';
import type { Verdict } from './targets.ts';

/** The rounds of one variant, as medians. Milliseconds and bytes; null: some round gave up, or the variant has none. */
interface Summary {
  variant: StreetsRow['variant'];
  coldMs: number | null;
  warmMs: number | null;
  pressableMs: number | null;
  codeBytes: number;
  tileBytes: number;
  viewCpuMs: number;
  tour: NonNullable<StreetsRow['tour']> | null;
}

const NAMES: Readonly<Record<StreetsRow['variant'], string>> = {
  empty: 'Leaflet, nothing on it',
  without: 'Droppoint’s map, no streets',
  product: 'Droppoint’s map with streets',
  protomaps: 'protomaps-leaflet 5.1',
  maplibre: 'maplibre-gl 6.17, on Leaflet',
  points: 'with streets and 600 points',
  million: 'with streets and a million points',
  millionAlone: 'with a million points, no streets',
  locator: 'the locator, its first view alone',
};
/** The baseline that a variant's own share is computed against. */
const FLOORS: Readonly<Partial<Record<StreetsRow['variant'], StreetsRow['variant']>>> = {
  product: 'without',
  protomaps: 'empty',
  maplibre: 'empty',
  million: 'millionAlone',
};

const AFTER_PINS_MS = 1_500;
const MAX_TILE_BYTES = 100_000;
const MAX_CODE_BYTES = 15_000;
const MAX_SHARE_OF_PEER = 0.1;
const FRAME_P95_MS = 17.5;
/** Frames are 16.7 ms apart: times that differ by less than this belong to the same one. */
const SAME_FRAME_MS = 1;
const LONGEST_TASK_MS = 50;
const MAX_HEAP_BYTES = 30e6;

export function describeStreets(rows: readonly StreetsRow[]): { text: string; verdicts: Verdict[] } {
  const summaries = [
    ...STREET_VARIANTS,
    'millionAlone' as const,
    'million' as const,
    'locator' as const,
  ].flatMap((variant) => summarise(rows, variant) ?? []);
  return { text: drawStreetsTable(summaries), verdicts: evaluate(summaries) };
}

function summarise(rows: readonly StreetsRow[], variant: StreetsRow['variant']): Summary | null {
  const own = rows.filter((row) => row.variant === variant);
  if (own.length === 0) return null;
  const median = (of: (row: StreetsRow) => number) => spreadOf(own.map(of)).median;
  const medianOrNull = (of: (row: StreetsRow) => number | null) =>
    own.some((row) => of(row) === null) ? null : median((row) => of(row)!);
  const tours = own.flatMap(({ tour }) => tour ?? []);
  const ofTours = (of: (tour: (typeof tours)[number]) => number) => spreadOf(tours.map(of)).median;
  return {
    variant,
    coldMs: medianOrNull(({ coldMs }) => coldMs),
    warmMs: medianOrNull(({ warmMs }) => warmMs),
    pressableMs: medianOrNull(({ pressableMs }) => pressableMs),
    codeBytes: median(({ codeBytes }) => codeBytes),
    tileBytes: median(({ tileBytes }) => tileBytes),
    viewCpuMs: median(({ viewCpuMs }) => viewCpuMs),
    tour:
      tours.length === 0
        ? null
        : {
            cpuMs: ofTours(({ cpuMs }) => cpuMs),
            longestTaskMs: ofTours(({ longestTaskMs }) => longestTaskMs),
            longestTaskCpuMs: ofTours(({ longestTaskCpuMs }) => longestTaskCpuMs),
            frameP95Ms: ofTours(({ frameP95Ms }) => frameP95Ms),
            heapBytes: ofTours(({ heapBytes }) => heapBytes),
          },
  };
}

function drawStreetsTable(summaries: readonly Summary[]): string {
  const head = [
    'A first view of Andorra la Vella, a tour of it',
    'code KB',
    'tiles KB',
    'painted s: cold',
    'warm',
    'view: CPU ms',
    'added',
    'tour: CPU ms',
    'added',
    'longest task',
    'its CPU',
    'frame p95 ms',
    'heap MB added',
  ];
  const body = summaries.map((summary) => {
    const { variant, coldMs, warmMs, codeBytes, tileBytes, viewCpuMs, tour } = summary;
    const floor = floorOf(summaries, variant);
    const seconds = (ms: number | null) => (ms === null ? 'never' : figure(ms / 1000));
    return [
      NAMES[variant],
      figure(codeBytes / 1000),
      figure(tileBytes / 1000),
      seconds(coldMs),
      seconds(warmMs),
      figure(viewCpuMs),
      floor ? figure(viewCpuMs - floor.viewCpuMs) : '',
      ...(tour
        ? [
            figure(tour.cpuMs),
            floor?.tour ? figure(tour.cpuMs - floor.tour.cpuMs) : '',
            figure(tour.longestTaskMs),
            figure(tour.longestTaskCpuMs),
            figure(tour.frameP95Ms),
            floor?.tour ? figure((tour.heapBytes - floor.tour.heapBytes) / 1e6) : '',
          ]
        : []),
    ];
  });
  return drawTable(head, body);
}

const floorOf = (summaries: readonly Summary[], variant: StreetsRow['variant']): Summary | undefined =>
  summaries.find((summary) => summary.variant === FLOORS[variant]);

function evaluate(summaries: readonly Summary[]): Verdict[] {
  const find = (wanted: Summary['variant']) => summaries.find(({ variant }) => variant === wanted);
  const [product, without, locator] = [find('product'), find('without'), find('locator')];
  const [protomaps, empty] = [find('protomaps'), find('empty')];
  if (!product?.tour || !without?.tour || !locator || !protomaps?.tour || !empty?.tour) return [];
  const viewShare = (product.viewCpuMs - without.viewCpuMs) / (protomaps.viewCpuMs - empty.viewCpuMs);
  const tourShare = (product.tour.cpuMs - without.tour.cpuMs) / (protomaps.tour.cpuMs - empty.tour.cpuMs);
  const addedCode = product.codeBytes - without.codeBytes;
  const addedHeap = product.tour.heapBytes - without.tour.heapBytes;
  const afterPinsMs =
    locator.coldMs === null || locator.pressableMs === null ? Infinity : locator.coldMs - locator.pressableMs;
  const [alone, million] = [find('millionAlone'), find('million')];
  return [
    {
      holds: afterPinsMs <= AFTER_PINS_MS,
      target: `streets painted ≤ ${AFTER_PINS_MS / 1000} s after pins can be pressed`,
      measured: `${figure(afterPinsMs / 1000)} s`,
      limit: `${figure(locator.tileBytes / 1000)} KB of tiles over the slow link`,
    },
    {
      holds: product.tileBytes <= MAX_TILE_BYTES,
      target: `tiles of a first view ≤ ${MAX_TILE_BYTES / 1000} KB`,
      measured: `${figure(product.tileBytes / 1000)} KB`,
      limit: 'what streets/shape keeps of each layer',
    },
    {
      holds: addedCode <= MAX_CODE_BYTES,
      target: `code of streets ≤ ${MAX_CODE_BYTES / 1000} KB`,
      measured: `${figure(addedCode / 1000)} KB`,
      limit: 'the painter, in its worker',
    },
    {
      holds: viewShare <= MAX_SHARE_OF_PEER && tourShare <= MAX_SHARE_OF_PEER,
      target: 'the main thread computes ≤ 1/10 of what protomaps-leaflet adds to an empty map',
      measured: `${figure(viewShare)} for the first view, ${figure(tourShare)} on the tour`,
      limit: 'putting canvases where the worker paints, and sending for the tiles',
    },
    {
      holds: product.tour.frameP95Ms <= FRAME_P95_MS,
      target: `19 of 20 frames within ${FRAME_P95_MS} ms on the tour of streets`,
      measured: `${figure(product.tour.frameP95Ms)} ms`,
      limit: `without streets: ${figure(without.tour.frameP95Ms)} ms`,
    },
    {
      holds: product.tour.longestTaskMs <= LONGEST_TASK_MS,
      target: `longest task ≤ ${LONGEST_TASK_MS} ms on the tour of streets`,
      measured: `${figure(product.tour.longestTaskMs)} ms (of CPU ${figure(product.tour.longestTaskCpuMs)} ms)`,
      limit: `without streets: ${figure(without.tour.longestTaskMs)} ms (of CPU ${figure(without.tour.longestTaskCpuMs)} ms)`,
    },
    ...(alone?.tour && million?.tour
      ? [
          {
            holds: million.tour.frameP95Ms <= Math.max(FRAME_P95_MS, alone.tour.frameP95Ms + SAME_FRAME_MS),
            target: 'a million points: 19 of 20 frames as short with streets as without',
            measured: `${figure(million.tour.frameP95Ms)} ms`,
            limit: `without streets: ${figure(alone.tour.frameP95Ms)} ms`,
          },
        ]
      : []),
    {
      holds: addedHeap <= MAX_HEAP_BYTES,
      target: `heap of streets ≤ ${MAX_HEAP_BYTES / 1e6} MB, the worker's counted`,
      measured: `${figure(addedHeap / 1e6)} MB`,
      limit: 'tiles that the worker keeps decoded',
    },
  ];
}
