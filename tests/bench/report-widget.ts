import { PATIENCE_MS } from './cold.ts';
import { spreadOf, type Spread } from './statistics.ts';
import { drawTable, figure } from './table.ts';
import type { Verdict } from './targets.ts';
import { explainLimit, medianWork, type VisitWork } from './visit-work.ts';
import { WIDGET_VARIANTS, type WidgetRow } from './widget.ts';

type Variant = (typeof WIDGET_VARIANTS)[number];

/** The rounds of one variant, as medians; milliseconds and bytes. */
interface Summary extends VisitWork {
  variant: Variant;
  /** Visits without pins count with the whole waiting time. */
  pins: Spread;
  pressable: Spread;
  requestsBefore: number;
  documentMs: number;
}

const NAMES: Readonly<Record<Variant, string>> = { cold: 'first time', warm: 'in a fresh page' };
const FIRST_PINS_MS: Readonly<Record<Variant, number>> = { cold: 2000, warm: 1000 };
/** The widget's script. */
const MAX_REQUESTS_BEFORE = 1;

export function describeWidget(rows: readonly WidgetRow[]): { text: string; verdicts: Verdict[] } {
  const summaries = WIDGET_VARIANTS.map((variant) =>
    summarise(
      rows.filter((row) => row.variant === variant),
      variant,
    ),
  );
  const most = Math.max(...summaries.map(({ requestsBefore }) => requestsBefore));
  return {
    text: drawWidgetTable(summaries),
    verdicts: [
      ...summaries.map(evaluate),
      {
        holds: most <= MAX_REQUESTS_BEFORE,
        target: 'before the press nothing is asked of the picker’s host but the script',
        measured: `${figure(most)} requests`,
        limit: 'see what src/widget loads before it is opened',
      },
    ],
  };
}

function summarise(rows: readonly WidgetRow[], variant: Variant): Summary {
  return {
    variant,
    pins: spreadOf(rows.map(({ pinsMs }) => pinsMs ?? PATIENCE_MS)),
    pressable: spreadOf(rows.map(({ pressableMs }) => pressableMs ?? PATIENCE_MS)),
    requestsBefore: Math.max(...rows.map(({ requestsBefore }) => requestsBefore)),
    documentMs: spreadOf(rows.map((row) => row.documentMs)).median,
    ...medianWork(rows),
  };
}

function drawWidgetTable(summaries: readonly Summary[]): string {
  const head = [
    'Widget opened → first pins',
    's',
    'min–max',
    'rounds',
    'pressable s',
    'min–max',
    'document s',
    'KB',
    'requests',
    'round trips',
    'scripts s',
  ];
  const seconds = (milliseconds: number) => figure(milliseconds / 1000);
  const body = summaries.map((summary) => [
    NAMES[summary.variant],
    seconds(summary.pins.median),
    `${seconds(summary.pins.least)}–${seconds(summary.pins.most)}`,
    String(summary.pins.rounds),
    seconds(summary.pressable.median),
    `${seconds(summary.pressable.least)}–${seconds(summary.pressable.most)}`,
    seconds(summary.documentMs),
    figure(summary.bytes / 1000),
    figure(summary.requests),
    figure(summary.roundTrips),
    seconds(summary.scriptMs),
  ]);
  return drawTable(head, body);
}

function evaluate(summary: Summary): Verdict {
  const { variant, pins, documentMs } = summary;
  return {
    holds: pins.median < FIRST_PINS_MS[variant],
    target: `widget opened ${NAMES[variant]} → first pins in < ${FIRST_PINS_MS[variant] / 1000} s`,
    measured: `${figure(pins.median / 1000)} s (${figure(pins.least / 1000)}–${figure(pins.most / 1000)})`,
    limit: `the frame's document ${figure(documentMs)} ms; ${explainLimit(summary)}`,
  };
}
