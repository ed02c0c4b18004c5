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

/** Time limits, as multiples of the floor's time until first pins, because a slow or busy machine slows both down. */
const TIMED = [
  { figure: 'fieldMs', most: 0.85, what: 'a field to type into' },
  { figure: 'pinsMs', most: 1.3, what: 'first pins' },
  { figure: 'pressableMs', most: 1.4, what: 'pins that can be pressed' },
  { figure: 'answeringMs', most: 1.8, what: 'pins that answer a press at once' },
  { figure: 'settledMs', most: 1.7, what: 'the view settled' },
] as const satisfies { figure: keyof ColdRow; most: number; what: string }[];
const MAX_SHIFT = 0.02;
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
    verdicts: [
      ...sizes.flatMap((points) => [
        ...evaluateTimes(rows, summaries, points),
        ...evaluate(summaries, points),
      ]),
      ...evaluateGrowth(summaries),
    ],
  };
}

type Summary = ReturnType<typeof summarise>[number];

/** Summarises the rounds of one variant at one size as medians, in milliseconds and bytes; empty without rounds. */
function summarise(rows: readonly ColdRow[], variant: ColdVariant, points: number) {
  const own = rows.filter((row) => row.variant === variant && row.points === points);
  if (own.length === 0) return [];
  /** null if no visit had the figure. */
  const medianOf = (figure: 'settledMs' | 'pressableMs' | 'answeringMs' | 'fieldMs') => {
    const known = own.flatMap((row) => row[figure] ?? []);
    return known.length === 0 ? null : spreadOf(known).median;
  };
  return [
    {
      variant,
      points,
      // For visits without pins, the whole waiting time counts.
      pins: spreadOf(own.map(({ pinsMs }) => pinsMs ?? PATIENCE_MS)),
      gaveUp: own.some(({ pinsMs }) => pinsMs === null),
      settledMs: variant === 'live' ? null : medianOf('settledMs'),
      pressableMs: medianOf('pressableMs'),
      answeringMs: medianOf('answeringMs'),
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
      ['answering s', ({ answeringMs }) => secondsOrNone(answeringMs)],
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

const findSummary = (summaries: readonly Summary[], variant: ColdVariant, points: number) =>
  summaries.find((summary) => summary.variant === variant && summary.points === points);

const at = (points: number) => `at ${points.toLocaleString('en')} points`;

/** Compares each visit with the floor's visit of the same round, since the machine's load changes during a run. */
function evaluateTimes(rows: readonly ColdRow[], summaries: readonly Summary[], points: number): Verdict[] {
  const visits = (variant: ColdVariant) =>
    rows.filter((row) => row.variant === variant && row.points === points);
  const pairs = visits('product').flatMap((own) =>
    visits('floor').flatMap((floor) => (floor.round === own.round ? [{ own, floor }] : [])),
  );
  const [product, floor] = [
    findSummary(summaries, 'product', points),
    findSummary(summaries, 'floor', points),
  ];
  if (pairs.length === 0 || !product || !floor) return [];
  return TIMED.map(({ figure: name, most, what }) => {
    // A visit that never reached it took infinitely long.
    const ratio = spreadOf(
      pairs.map((pair) => (pair.own[name] ?? Infinity) / (pair.floor.pinsMs ?? PATIENCE_MS)),
    );
    return {
      holds: ratio.median <= most,
      timed: true,
      target: `${what} in ≤ ${most}× the floor's time ${at(points)}`,
      measured: Number.isFinite(ratio.median) ? `${figure(ratio.median)}× (${range(ratio)})` : 'none',
      limit: `${explainLimit(product)}; the floor: ${explainLimit(floor)}`,
    };
  });
}

function evaluate(summaries: readonly Summary[], points: number): Verdict[] {
  const product = findSummary(summaries, 'product', points);
  if (!product) return [];
  return [
    {
      // Without details, each row gets an additional line that says so.
      holds: product.shift <= MAX_SHIFT || !hasChunks(points),
      target: `layout shift ≤ ${MAX_SHIFT} ${at(points)}`,
      measured: product.shift.toFixed(3),
      limit: 'no space is reserved for content that loads later',
    },
    {
      holds: product.bytes < MAX_BYTES,
      target: `bytes until then < ${MAX_BYTES / 1000} KB ${at(points)}`,
      measured: `${figure(product.bytes / 1000)} KB`,
      limit: `every additional 10 KB take ${figure((80_000 * 1000) / LINK.downBitsPerSecond)} ms on this link`,
    },
    {
      holds: product.platformRequests === 0,
      target: `no request of a shopper reaches the platform ${at(points)}`,
      measured: figure(product.platformRequests),
      limit: 'is the snapshot published where the page expects it?',
    },
  ];
}

function evaluateGrowth(summaries: readonly Summary[]): Verdict[] {
  const [small, large] = [SMALL, LARGE].map((points) => findSummary(summaries, 'product', points));
  if (!small || !large) return [];
  const [time, bytes] = [large.pins.median / small.pins.median, large.bytes / small.bytes];
  return [
    {
      holds: time <= MAX_GROWTH && bytes <= MAX_GROWTH,
      timed: true,
      target: `a million points within ${MAX_GROWTH}× of ten thousand`,
      measured: `time ${figure(time)}×, bytes ${figure(bytes)}×`,
      limit: `${figure((large.bytes - small.bytes) / 1000)} KB more: the table of blocks, and a fuller block`,
    },
  ];
}
