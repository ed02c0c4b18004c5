import { STREET_VARIANTS } from './page-contract.ts';
import { mediansOf, spreadOf } from './statistics.ts';
import type { StreetsRow } from './streets.ts';
import { drawColumns, figure, seconds } from './table.ts';
import type { Verdict } from './targets.ts';

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
/** The baseline that is subtracted to get a variant's own share. */
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
/** Frames are 16.7 ms apart: times that differ by less than this belong to the same frame. */
const SAME_FRAME_MS = 1;
const LONGEST_TASK_MS = 50;
const MAX_HEAP_BYTES = 30e6;

export function describeStreets(rows: readonly StreetsRow[]): { text: string; verdicts: Verdict[] } {
  const summaries = [
    ...STREET_VARIANTS,
    'millionAlone' as const,
    'million' as const,
    'locator' as const,
  ].flatMap((variant) => summarise(rows, variant));
  return { text: drawStreetsTable(summaries), verdicts: evaluate(summaries) };
}

type Summary = ReturnType<typeof summarise>[number];
type Tour = NonNullable<StreetsRow['tour']>;

/** Summarises the rounds of one variant as medians, in milliseconds and bytes; null if a round gave up, or if the variant doesn't have the figure. */
function summarise(rows: readonly StreetsRow[], variant: StreetsRow['variant']) {
  const own = rows.filter((row) => row.variant === variant);
  if (own.length === 0) return [];
  const medianOf = (figure: 'coldMs' | 'warmMs' | 'pressableMs') => {
    const known = own.flatMap((row) => row[figure] ?? []);
    return known.length < own.length ? null : spreadOf(known).median;
  };
  const tours = own.flatMap(({ tour }) => tour ?? []);
  return [
    {
      variant,
      coldMs: medianOf('coldMs'),
      warmMs: medianOf('warmMs'),
      pressableMs: medianOf('pressableMs'),
      ...mediansOf(own, ['codeBytes', 'tileBytes', 'viewCpuMs']),
      tour:
        tours.length === 0
          ? null
          : mediansOf(tours, ['cpuMs', 'longestTaskMs', 'longestTaskCpuMs', 'frameP95Ms', 'heapBytes']),
    },
  ];
}

function drawStreetsTable(summaries: readonly Summary[]): string {
  const secondsOrNever = (ms: number | null) => (ms === null ? 'never' : seconds(ms));
  const ofTour =
    (write: (tour: Tour, floor: Tour | null | undefined) => string) =>
    ({ variant, tour }: Summary) =>
      tour ? write(tour, floorOf(summaries, variant)?.tour) : '';
  return drawColumns(
    [
      ['A first view of Andorra la Vella, a tour of it', ({ variant }) => NAMES[variant]],
      ['code KB', ({ codeBytes }) => figure(codeBytes / 1000)],
      ['tiles KB', ({ tileBytes }) => figure(tileBytes / 1000)],
      ['painted s: cold', ({ coldMs }) => secondsOrNever(coldMs)],
      ['warm', ({ warmMs }) => secondsOrNever(warmMs)],
      ['view: CPU ms', ({ viewCpuMs }) => figure(viewCpuMs)],
      [
        'added',
        ({ variant, viewCpuMs }) => {
          const floor = floorOf(summaries, variant);
          return floor ? figure(viewCpuMs - floor.viewCpuMs) : '';
        },
      ],
      ['tour: CPU ms', ofTour(({ cpuMs }) => figure(cpuMs))],
      ['added', ofTour(({ cpuMs }, floor) => (floor ? figure(cpuMs - floor.cpuMs) : ''))],
      ['longest task', ofTour(({ longestTaskMs }) => figure(longestTaskMs))],
      ['its CPU', ofTour(({ longestTaskCpuMs }) => figure(longestTaskCpuMs))],
      ['frame p95 ms', ofTour(({ frameP95Ms }) => figure(frameP95Ms))],
      [
        'heap MB added',
        ofTour(({ heapBytes }, floor) => (floor ? figure((heapBytes - floor.heapBytes) / 1e6) : '')),
      ],
    ],
    summaries,
  );
}

const floorOf = (summaries: readonly Summary[], variant: StreetsRow['variant']): Summary | undefined =>
  summaries.find((summary) => summary.variant === FLOORS[variant]);

function evaluate(summaries: readonly Summary[]): Verdict[] {
  const find = (name: Summary['variant']) => summaries.find(({ variant }) => variant === name);
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
      timed: true,
      target: `streets painted ≤ ${AFTER_PINS_MS / 1000} s after pins can be pressed`,
      measured: `${seconds(afterPinsMs)} s`,
      limit: `${figure(locator.tileBytes / 1000)} KB of tiles over the slow link`,
    },
    {
      holds: product.tileBytes <= MAX_TILE_BYTES,
      target: `tiles of a first view ≤ ${MAX_TILE_BYTES / 1000} KB`,
      measured: `${figure(product.tileBytes / 1000)} KB`,
      limit: 'what publisher/streets/shape keeps from each layer',
    },
    {
      holds: addedCode <= MAX_CODE_BYTES,
      target: `code of streets ≤ ${MAX_CODE_BYTES / 1000} KB`,
      measured: `${figure(addedCode / 1000)} KB`,
      limit: 'the painter, in its worker',
    },
    {
      holds: viewShare <= MAX_SHARE_OF_PEER && tourShare <= MAX_SHARE_OF_PEER,
      timed: true,
      target: 'the main thread computes ≤ 1/10 of what protomaps-leaflet adds to an empty map',
      measured: `${figure(viewShare)} for the first view, ${figure(tourShare)} on the tour`,
      limit: 'placing the canvases that the worker paints, and requesting the tiles',
    },
    {
      holds: product.tour.frameP95Ms <= FRAME_P95_MS,
      timed: true,
      target: `19 of 20 frames within ${FRAME_P95_MS} ms on the tour of streets`,
      measured: `${figure(product.tour.frameP95Ms)} ms`,
      limit: `without streets: ${figure(without.tour.frameP95Ms)} ms`,
    },
    {
      holds: product.tour.longestTaskMs <= LONGEST_TASK_MS,
      timed: true,
      target: `longest task ≤ ${LONGEST_TASK_MS} ms on the tour of streets`,
      measured: `${figure(product.tour.longestTaskMs)} ms (of CPU ${figure(product.tour.longestTaskCpuMs)} ms)`,
      limit: `without streets: ${figure(without.tour.longestTaskMs)} ms (of CPU ${figure(without.tour.longestTaskCpuMs)} ms)`,
    },
    ...(alone?.tour && million?.tour
      ? [
          {
            holds: million.tour.frameP95Ms <= Math.max(FRAME_P95_MS, alone.tour.frameP95Ms + SAME_FRAME_MS),
            timed: true,
            target: 'a million points: 19 of 20 frames as short with streets as without them',
            measured: `${figure(million.tour.frameP95Ms)} ms`,
            limit: `without streets: ${figure(alone.tour.frameP95Ms)} ms`,
          },
        ]
      : []),
    {
      holds: addedHeap <= MAX_HEAP_BYTES,
      target: `heap of streets ≤ ${MAX_HEAP_BYTES / 1e6} MB, the worker's counted`,
      measured: `${figure(addedHeap / 1e6)} MB`,
      limit: 'decoded tiles that the worker keeps',
    },
  ];
}
