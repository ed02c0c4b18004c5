import { PATIENCE_MS } from './cold.ts';
import { mediansOf, spreadOf } from './statistics.ts';
import { drawColumns, figure, range, seconds } from './table.ts';
import type { Verdict } from './targets.ts';
import { explainLimit, medianWork } from './visit-work.ts';
import { WIDGET_VARIANTS, type WidgetRow } from './widget.ts';

type Variant = (typeof WIDGET_VARIANTS)[number];

const NAMES: Readonly<Record<Variant, string>> = { cold: 'first time', warm: 'in a fresh page' };
const FIRST_PINS_MS: Readonly<Record<Variant, number>> = { cold: 2000, warm: 1000 };
/** Only the widget's script. */
const MAX_REQUESTS_BEFORE = 1;

export function describeWidget(rows: readonly WidgetRow[]): { text: string; verdicts: Verdict[] } {
  const summaries = WIDGET_VARIANTS.map((variant) => summarise(rows, variant));
  const most = Math.max(...summaries.map(({ requestsBefore }) => requestsBefore));
  return {
    text: drawWidgetTable(summaries),
    verdicts: [
      ...summaries.map(evaluate),
      {
        holds: most <= MAX_REQUESTS_BEFORE,
        target: 'before the press only the script is requested from the picker’s host',
        measured: `${figure(most)} requests`,
        limit: 'see what packages/elements/picker loads before it is opened',
      },
    ],
  };
}

type Summary = ReturnType<typeof summarise>;

/** Summarises the rounds of one variant as medians, in milliseconds and bytes. For visits without pins, the whole waiting time counts. */
function summarise(all: readonly WidgetRow[], variant: Variant) {
  const rows = all.filter((row) => row.variant === variant);
  return {
    variant,
    pins: spreadOf(rows.map(({ pinsMs }) => pinsMs ?? PATIENCE_MS)),
    pressable: spreadOf(rows.map(({ pressableMs }) => pressableMs ?? PATIENCE_MS)),
    requestsBefore: Math.max(...rows.map(({ requestsBefore }) => requestsBefore)),
    ...mediansOf(rows, ['documentMs']),
    ...medianWork(rows),
  };
}

const drawWidgetTable = (summaries: readonly Summary[]): string =>
  drawColumns(
    [
      ['Widget opened → first pins', ({ variant }) => NAMES[variant]],
      ['s', ({ pins }) => seconds(pins.median)],
      ['min–max', ({ pins }) => range(pins, seconds)],
      ['rounds', ({ pins }) => String(pins.rounds)],
      ['answering s', ({ pressable }) => seconds(pressable.median)],
      ['min–max', ({ pressable }) => range(pressable, seconds)],
      ['document s', ({ documentMs }) => seconds(documentMs)],
      ['KB', ({ bytes }) => figure(bytes / 1000)],
      ['requests', ({ requests }) => figure(requests)],
      ['round trips', ({ roundTrips }) => figure(roundTrips)],
      ['scripts s', ({ scriptMs }) => seconds(scriptMs)],
    ],
    summaries,
  );

function evaluate(summary: Summary): Verdict {
  const { variant, pins, documentMs } = summary;
  return {
    holds: pins.median < FIRST_PINS_MS[variant],
    timed: true,
    target: `widget opened ${NAMES[variant]} → first pins in < ${FIRST_PINS_MS[variant] / 1000} s`,
    measured: `${seconds(pins.median)} s (${range(pins, seconds)})`,
    limit: `the frame's document ${figure(documentMs)} ms; ${explainLimit(summary)}`,
  };
}
