import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Browser } from '@playwright/test';
import { readArguments, type Plan } from './arguments.ts';
import { buildPages } from './build-pages.ts';
import { launchChromium } from './chromium.ts';
import { listColdRuns, visitCold, type ColdRow } from './cold.ts';
import { startDroppoint, type Droppoint } from './droppoints.ts';
import { walkInteractions, type InteractionRow } from './interactions.ts';
import { listMemoryRuns, measureInMemory, type MemoryRow } from './memory.ts';
import { makeNetwork, type BenchNetwork } from './networks.ts';
import { createProgress, say } from './progress.ts';
import { describeCold } from './report-cold.ts';
import { describeInteractions } from './report-interactions.ts';
import { describeMemory } from './report-memory.ts';
import { describeWidget } from './report-widget.ts';
import { serveMemoryPages } from './serve-memory.ts';
import { serveShop } from './serve-shop.ts';
import { figure } from './table.ts';
import { tellVerdict, type Verdict } from './targets.ts';
import { listWidgetRounds, visitShop, type WidgetRow } from './widget.ts';

/** `npm run bench`: measures, prints tables and verdicts. What is measured and how: the notes under the tables. */
async function main(): Promise<void> {
  const plan = readArguments(process.argv.slice(2));
  const networks = new Map<number, BenchNetwork>();
  for (const part of plan.parts) {
    if (part === 'interactions') continue;
    for (const points of plan.sizes[part]) {
      if (!networks.has(points)) networks.set(points, await makeNetwork(points, say));
    }
  }
  say('building the pages of the bench …');
  await buildPages();
  const browser = await launchChromium();
  try {
    const rows: (MemoryRow | ColdRow | WidgetRow | InteractionRow)[] = [];
    const verdicts: Verdict[] = [];
    if (plan.parts.includes('memory')) {
      const memoryRows = await runMemory(browser, plan, networks);
      const { text, verdicts: reached } = describeMemory(memoryRows);
      console.log(`\n${text}\n\n${MEMORY_NOTES}\n`);
      rows.push(...memoryRows);
      verdicts.push(...reached);
    }
    if (plan.parts.includes('cold')) {
      const coldRows = await runCold(browser, plan, networks);
      const { text, verdicts: reached } = describeCold(coldRows);
      console.log(`\n${text}\n\n${COLD_NOTES}\n`);
      rows.push(...coldRows);
      verdicts.push(...reached);
    }
    if (plan.parts.includes('widget')) {
      const widgetRows = await runWidget(browser, plan, networks);
      const { text, verdicts: reached } = describeWidget(widgetRows);
      console.log(`\n${text}\n\n${WIDGET_NOTES}\n`);
      rows.push(...widgetRows);
      verdicts.push(...reached);
    }
    if (plan.parts.includes('interactions')) {
      const walkRows = await runInteractions(browser, plan);
      const { text, verdicts: reached } = describeInteractions(walkRows);
      console.log(`\n${text}\n\n${INTERACTION_NOTES}\n`);
      rows.push(...walkRows);
      verdicts.push(...reached);
    }
    console.log(verdicts.map(tellVerdict).join('\n'));
    warnOfLoad(Math.max(...rows.map(({ load }) => load)));
    if (plan.jsonFile !== null) {
      const machine = { cpu: cpus()[0]?.model, cores: cpus().length, chromium: browser.version() };
      writeFileSync(plan.jsonFile, JSON.stringify({ at: new Date().toISOString(), machine, rows, verdicts }));
    }
  } finally {
    await browser.close();
  }
}

/** The bench itself keeps about one core and a half busy. */
function warnOfLoad(most: number): void {
  const cores = cpus().length;
  if (most <= cores + 1) return;
  console.log(
    `\nThe machine was busy: up to ${figure(most)} processes wanted its ${cores} cores. Times are too long; run this again when it is idle.`,
  );
}

const MEMORY_NOTES = `1280×800, software rendering, blank background. Clock: from data in memory (the snapshot's files uncompressed; the peers' rows or
features made) to the second animation frame after the first clusters are in the document. The tour zooms with the wheel from
Europe to a street in Warsaw and drags at three zooms. Longest task: Chromium's trace of the main thread (RunTask), which sees tasks
below 50 ms too; by the clock, and on a core, which other programs on the machine don't lengthen. Heap: after the tour and forced collection, objects and typed arrays, above an empty Leaflet map in the same run.
Droppoint draws this first view from the manifest's table of blocks and reads blocks as the tour comes near.`;

const COLD_NOTES = `Phone view 390×844 at 2×, CPU four times slower, 1.6 Mbit/s down, 150 ms a request, no TLS or connection set-up counted. Everything
from the Node server, compressed as it lies there. All figures until the first pins were painted (second frame after they came into
the document); Droppoint's first are dots that the page draws ahead of its code; pressable: its own pins, to which bytes and requests are
counted; settled: when the pins last changed, in three seconds more. Round trips: requests that waited for one another; "link
alone" is their latency and the bytes' time, one after the other. Scripts: main thread, slowed down. The one JSON file holds id,
position, country and kinds alone. The live list, and a million points of it and of the JSON file, take few rounds: see "rounds".`;

const WIDGET_NOTES = `The same phone and link. The shop is of another site than the picker's frame, which so has a process of its own. Clock: from the press on
the widget's button in the shop to the first pins painted in the frame, the frame's document included; bytes and requests from the
press to these pins. Warm: opened once more in a fresh page of the same browser, whose cache has the files.`;

const INTERACTION_NOTES = `Phone view 390×844 at 2×, CPU four times slower. The shopper's walk: search, filter, open, choose, take back, on list and map.
Each press or key until the next paint, as Chromium's Event Timing tells it (what "Interaction to Next Paint" is made of; steps of
8 ms), medians of the rounds. Main thread: what its tasks between press and paint computed, slowed down as well; on a busy machine
the rest of the time went to other programs.`;

async function runMemory(browser: Browser, plan: Plan, networks: ReadonlyMap<number, BenchNetwork>) {
  const server = await serveMemoryPages([...networks.values()]);
  try {
    const runs = [...listMemoryRuns(plan)];
    const progress = createProgress('in memory', runs.length);
    const rows: MemoryRow[] = [];
    for (const run of runs) {
      progress(`${run.variant}, ${run.points.toLocaleString('en')} points`);
      rows.push(await measureInMemory(browser, server.origin, run));
    }
    return rows;
  } finally {
    server.close();
  }
}

async function runCold(browser: Browser, plan: Plan, networks: ReadonlyMap<number, BenchNetwork>) {
  const droppoints = new Map<number, Droppoint>();
  try {
    for (const [place, points] of plan.sizes.cold.entries()) {
      droppoints.set(points, await startDroppoint(networks.get(points)!, place));
    }
    const runs = [...listColdRuns(plan)];
    const progress = createProgress('cold', runs.length);
    const rows: ColdRow[] = [];
    for (const run of runs) {
      progress(`${run.variant}, ${run.points.toLocaleString('en')} points`);
      rows.push(await visitCold(browser, droppoints.get(run.points)!, run));
    }
    return rows;
  } finally {
    await Promise.all([...droppoints.values()].map((droppoint) => droppoint.stop()));
  }
}

async function runWidget(browser: Browser, plan: Plan, networks: ReadonlyMap<number, BenchNetwork>) {
  const [points] = plan.sizes.widget;
  // Its ports come after those of the cold part's sizes.
  const droppoint = await startDroppoint(networks.get(points!)!, plan.sizes.cold.length);
  const shop = await serveShop(droppoint.shop, droppoint.published);
  try {
    const rounds = listWidgetRounds(plan);
    const progress = createProgress('widget', rounds.length);
    const rows: WidgetRow[] = [];
    for (const round of rounds) {
      progress('cold and warm');
      rows.push(...(await visitShop(browser, droppoint, round)));
    }
    return rows;
  } finally {
    shop.close();
    await droppoint.stop();
  }
}

async function runInteractions(browser: Browser, plan: Plan): Promise<InteractionRow[]> {
  const [points] = plan.sizes.interactions;
  const droppoint = await startDroppoint(await makeNetwork(points!, say, true), 0);
  try {
    const progress = createProgress('interactions', plan.rounds.walks);
    const rows: InteractionRow[] = [];
    for (let round = 0; round < plan.rounds.walks; round++) {
      progress(`walk ${round + 1}`);
      rows.push(...(await walkInteractions(browser, droppoint, round)));
    }
    return rows;
  } finally {
    await droppoint.stop();
  }
}

await main();
