import { drawTable, figure } from '../bench/table.ts';
import { FIGURES, type Figure, type FigureName } from './figures.ts';
import {
  countVisit,
  runOnMachines,
  runOnWorkers,
  scalePublishing,
  type Assumed,
  type Measured,
  type Way,
} from './model.ts';
import { CLOUDFLARE } from './prices.ts';

/** Number of runnable processes from which on times are too long. */
const BUSY_LOAD = 3;

/** The report as text: measured figures, assumptions, and results. */
export function describeSimulation(
  figures: Readonly<Record<FigureName, Figure>>,
  assumed: Assumed,
  reasons: Readonly<Record<keyof Assumed, string>>,
): string {
  const names = Object.keys(FIGURES) as FigureName[];
  const measured = Object.fromEntries(names.map((name) => [name, figures[name].value])) as Measured;
  const ways = [
    runOnMachines(measured, assumed, 1, false),
    runOnMachines(measured, assumed, 1, true),
    runOnMachines(measured, assumed, 3, true),
    runOnWorkers(measured, assumed),
  ];
  return [
    'Measured',
    drawTable(
      ['what', 'figure', 'when', 'load'],
      names.map((name) => [
        FIGURES[name][0],
        `${format(figures[name].value)} ${FIGURES[name][1]}`.trim(),
        figures[name].at.slice(0, 16).replace('T', ' '),
        figures[name].load.toFixed(1) + (figures[name].load > BUSY_LOAD ? ' busy' : ''),
      ]),
    ),
    `on ${[...new Set(names.map((name) => figures[name].machine))].join('; ')}`,
    '\nAssumed (each can be told: --NAME NUMBER)',
    drawTable(
      ['name: why', 'value'],
      Object.entries(assumed).map(([name, value]) => [
        `${name}: ${reasons[name as keyof Assumed]}`,
        figure(value as number),
      ]),
    ),
    `\n${drawNeeds(measured, assumed)}`,
    ...ways.map((way) => `\n${drawWay(way)}`),
    `\nCloudflare’s prices as of ${CLOUDFLARE.asOf} (tests/simulate/prices.ts), beyond what the plan includes. Traffic of machines isn’t priced: hosts differ.`,
  ].join('\n');
}

/** Thousandths of a millisecond matter here. */
const format = (value: number) => (value < 1 ? value.toPrecision(2) : figure(value));

function drawNeeds(measured: Measured, assumed: Assumed): string {
  const visit = countVisit(measured, assumed);
  const published = scalePublishing(measured, assumed);
  const { shoppersAnHour, points, perPage } = assumed;
  return drawTable(
    [`${figure(shoppersAnHour)} shoppers an hour, ${figure(points)} points`, 'each', 'an hour'],
    [
      ['files', figure(visit.files), figure(visit.files * shoppersAnHour)],
      ['answers of the function, and tiles', figure(visit.answers), figure(visit.answers * shoppersAnHour)],
      ['bytes', figure(visit.bytes), `${figure((visit.bytes * shoppersAnHour) / 1e9)} GB`],
      ['publishing: time', `${figure(published.seconds)} s`, ''],
      ['publishing: processor time', `${figure(published.cpuSeconds)} s`, ''],
      ['publishing: memory', `${figure(published.peakBytes / 1e9)} GB`, ''],
      ['a version: files, without packed neighbours', figure(published.files), ''],
      ['a version: bytes, without packed neighbours', `${figure(published.bytes / 1e9)} GB`, ''],
      ['requests to the platform for a version', figure(points / perPage), ''],
    ],
  );
}

/** The table of one way, the resource nearest to its limit first. */
function drawWay({ name, machines, uses, usdAnHour, usdAMonth }: Way): string {
  const rows = uses.map(({ what, used, limit, unit }) => [
    what,
    `${figure(used)} ${unit}`,
    limit === Infinity ? '–' : figure(limit),
    limit === Infinity ? '–' : `${figure((used / limit) * 100)} %`,
  ]);
  const over = uses.filter(({ used, limit }) => used > limit).map(({ what }) => what);
  const bends = uses[0]!;
  const verdict =
    over.length > 0
      ? `doesn’t hold: ${over.join(', ')}`
      : bends.limit === Infinity
        ? 'holds; nothing here has a limit that is known'
        : `holds; bends first: ${bends.what}, at ${figure(bends.limit / bends.used)} times as much`;
  const money =
    machines > 0
      ? `${figure(usdAMonth)} USD a month`
      : `${figure(usdAnHour)} USD for such an hour, and ${figure(usdAMonth)} USD a month whatever comes`;
  return `${drawTable([`${name}${machines > 1 ? ', each' : ''}`, 'used', 'limit', 'share'], rows)}\n${verdict}. ${money}.`;
}
