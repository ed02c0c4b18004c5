import { COLD_VARIANTS, PATIENCE_MS, type ColdRow, type ColdVariant } from './cold.ts';
import { hasChunks } from './networks.ts';
import { LINK, linkLimitMs } from './link.ts';
import { mediansOf, spreadOf } from './statistics.ts';
import { drawColumns, figure, range, seconds } from './table.ts';
import type { Verdict } from './targets.ts';
import { explainLimit, medianWork } from './visit-work.ts';

const NAMES: Readonly<Record<ColdVariant, string>> = {
  product: 'Droppoint',
  floor: 'floor: 2 KB of script, dots',
  live: 'Droppoint, list read live',
  whole: 'one JSON file, supercluster',
};

const FIRST_PINS_MS = 1800;
const FIELD_MS = 1000;
const PRESSABLE_MS = 1400;
const MAX_SHIFT = 0.02;
const MAX_OVER_FLOOR = 1.5;
const MAX_BYTES = 110_000;
const MAX_GROWTH = 1.1;
const [SMALL, LARGE] = [10_000, 1_000_000];

export function describeCold(rows: readonly ColdRow[]): { text: string; verdicts: Verdict[] } {
  const sizes = [...new Set(rows.map(({ points }) => points))];
  const summaries = COLD_VARIANTS.flatMap((variant) =>
    sizes.flatMap((points) => summarise(rows, variant, points)),
  );
  return {
    text: drawColdTable(summaries),
    verdicts: [...sizes.flatMap((points) => evaluate(summaries, points)), ...evaluateGrowth(summaries)],
  };
}

type Summary = ReturnType<typeof summarise>[number];

/** The rounds of one variant at one size, as medians; milliseconds and bytes. Without rounds: nothing. */
function summarise(rows: readonly ColdRow[], variant: ColdVariant, points: number) {
  const own = rows.filter((row) => row.variant === variant && row.points === points);
  if (own.length === 0) return [];
  /** null: no visit had it. */
  const medianOf = (figure: 'settledMs' | 'pressableMs' | 'fieldMs') => {
    const known = own.flatMap((row) => row[figure] ?? []);
    return known.length === 0 ? null : spreadOf(known).median;
  };
  return [
    {
      variant,
      points,
      // Visits without pins count with the whole waiting time.
      pins: spreadOf(own.map(({ pinsMs }) => pinsMs ?? PATIENCE_MS)),
      gaveUp: own.some(({ pinsMs }) => pinsMs === null),
      settledMs: variant === 'live' ? null : medianOf('settledMs'),
      pressableMs: medianOf('pressableMs'),
      fieldMs: medianOf('fieldMs'),
      ...mediansOf(own, ['shift', 'platformRequests']),
      ...medianWork(own),
    },
  ];
}

const secondsOrNone = (ms: number | null) => (ms === null ? '—' : seconds(ms));

const drawColdTable = (summaries: readonly Summary[]): string =>
  drawColumns(
    [
      ['Empty cache → first pins', ({ variant }) => NAMES[variant]],
      ['points', ({ points }) => points.toLocaleString('en')],
      ['s', ({ gaveUp, pins }) => (gaveUp ? '> ' : '') + seconds(pins.median)],
      ['min–max', ({ pins }) => range(pins, seconds)],
      ['rounds', ({ pins }) => String(pins.rounds)],
      ['field s', ({ fieldMs }) => secondsOrNone(fieldMs)],
      ['pressable s', ({ pressableMs }) => secondsOrNone(pressableMs)],
      ['settled s', ({ settledMs }) => secondsOrNone(settledMs)],
      ['shift', ({ shift }) => shift.toFixed(3)],
      ['KB', ({ bytes }) => figure(bytes / 1000)],
      ['requests', ({ requests }) => figure(requests)],
      ['round trips', ({ roundTrips }) => figure(roundTrips)],
      [
        'link alone s',
        ({ roundTrips, bytes }) => {
          const { latencyMs, transferMs } = linkLimitMs(roundTrips, bytes);
          return seconds(latencyMs + transferMs);
        },
      ],
      ['scripts s', ({ scriptMs }) => seconds(scriptMs)],
      ['platform requests', ({ platformRequests }) => figure(platformRequests)],
    ],
    summaries,
  );

function evaluate(summaries: readonly Summary[], points: number): Verdict[] {
  const find = (wanted: ColdVariant) =>
    summaries.find((summary) => summary.variant === wanted && summary.points === points);
  const [product, floor] = [find('product'), find('floor')];
  if (!product || !floor) return [];
  const at = `at ${points.toLocaleString('en')} points`;
  const limit = explainLimit(product);
  const overFloor = product.pins.median / floor.pins.median;
  return [
    {
      holds: product.pins.median < FIRST_PINS_MS && !product.gaveUp,
      target: `first pins in < ${FIRST_PINS_MS / 1000} s ${at}`,
      measured: `${seconds(product.pins.median)} s`,
      limit,
    },
    {
      holds: product.fieldMs !== null && product.fieldMs <= FIELD_MS,
      target: `a field to type into in ≤ ${FIELD_MS / 1000} s ${at}`,
      measured: product.fieldMs === null ? 'none' : `${seconds(product.fieldMs)} s`,
      limit: 'it is in the first HTML: what does the page wait for?',
    },
    {
      holds: product.pressableMs !== null && product.pressableMs <= PRESSABLE_MS,
      target: `pins that can be pressed in ≤ ${PRESSABLE_MS / 1000} s ${at}`,
      measured: product.pressableMs === null ? 'none' : `${seconds(product.pressableMs)} s`,
      limit,
    },
    {
      // Without details, each row has a further line that says so.
      holds: product.shift <= MAX_SHIFT || !hasChunks(points),
      target: `layout shift ≤ ${MAX_SHIFT} ${at}`,
      measured: product.shift.toFixed(3),
      limit: 'what comes later has no room of its own',
    },
    {
      holds: overFloor <= MAX_OVER_FLOOR,
      target: `first pins ≤ ${MAX_OVER_FLOOR}× the floor's time ${at}`,
      measured: `${figure(overFloor)}×`,
      limit: `${limit}; the floor: ${explainLimit(floor)}`,
    },
    {
      holds: product.bytes < MAX_BYTES,
      target: `bytes until then < ${MAX_BYTES / 1000} KB ${at}`,
      measured: `${figure(product.bytes / 1000)} KB`,
      limit: `each 10 KB more take ${figure((80_000 * 1000) / LINK.downBitsPerSecond)} ms on this link`,
    },
    {
      holds: product.platformRequests === 0,
      target: `no request of a shopper reaches the platform ${at}`,
      measured: figure(product.platformRequests),
      limit: 'is the snapshot published where the page looks for it?',
    },
  ];
}

function evaluateGrowth(summaries: readonly Summary[]): Verdict[] {
  const find = (wanted: number) =>
    summaries.find(({ variant, points }) => variant === 'product' && points === wanted);
  const [small, large] = [find(SMALL), find(LARGE)];
  if (!small || !large) return [];
  const [time, bytes] = [large.pins.median / small.pins.median, large.bytes / small.bytes];
  return [
    {
      holds: time <= MAX_GROWTH && bytes <= MAX_GROWTH,
      target: `a million points within ${MAX_GROWTH}× of ten thousand`,
      measured: `time ${figure(time)}×, bytes ${figure(bytes)}×`,
      limit: `${figure((large.bytes - small.bytes) / 1000)} KB more: the table of blocks, and a fuller block`,
    },
  ];
}
