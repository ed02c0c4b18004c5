import type { Browser } from '@playwright/test';
import { ENGINES, type Part, type Plan } from './arguments.ts';
import { sendParcel, visitParcel } from './parcel.ts';
import { listColdRuns, visitCold, type ColdRow } from './cold.ts';
import { launchChromium, SOFTWARE_WEBGL } from './chromium.ts';
import { workAtDesk } from './desk.ts';
import { startDroppoint, type Droppoint } from './droppoints.ts';
import { isInstalled, walkIn, type HolesRow } from './holes.ts';
import { walkInteractions, type InteractionRow } from './interactions.ts';
import { listMemoryRuns, measureInMemory, type MemoryRow } from './memory.ts';
import {
  makeNetworkAround,
  makeNetworkOfFile,
  makeNetworkOfItems,
  makeNetworkOnStreets,
  type BenchNetwork,
} from './networks.ts';
import { createProgress, say } from './progress.ts';
import { publishOnce, type PublishingRow } from './publishing.ts';
import { describeCold } from './report-cold.ts';
import { describeFigures, type FigureRow } from './report-figures.ts';
import { describeHoles } from './report-holes.ts';
import { describeInteractions } from './report-interactions.ts';
import { describeMemory } from './report-memory.ts';
import { describePublishing } from './report-publishing.ts';
import { measureAddresses, type AddressRow } from './addresses/measure.ts';
import { measureTruth, type TruthRow } from './addresses/truth.ts';
import { describeAddresses, describeTruth } from './report-addresses.ts';
import { describeSearch } from './report-search.ts';
import { describeStreets } from './report-streets.ts';
import { describeWidget } from './report-widget.ts';
import { makeItems } from './made-network.ts';
import { makeMadeQuestions } from './made-questions.ts';
import { measureSearch, type SearchRow } from './search.ts';
import { makeMapQuestions, makeNameQuestions, makeQuestions } from './search-questions.ts';
import { serveMemoryPages } from './serve-memory.ts';
import { serveShop } from './serve-shop.ts';
import { listStreetRuns, TOWN, visitStreets, type StreetsRow } from './streets.ts';
import type { Verdict } from './targets.ts';
import { visitShop, type WidgetRow } from './widget.ts';

export type Row =
  | MemoryRow
  | ColdRow
  | WidgetRow
  | InteractionRow
  | FigureRow
  | StreetsRow
  | SearchRow
  | AddressRow
  | TruthRow
  | PublishingRow
  | HolesRow;

/** A part's results: the rows for a machine, the table for a person, and the verdicts on its targets. */
export interface Report {
  rows: readonly Row[];
  text: string;
  verdicts: readonly Verdict[];
}

const ANDORRA = 'sandbox/streets/andorra.pmtiles';

type Networks = (points: number) => Promise<BenchNetwork>;

const report = <Own extends Row>(
  rows: readonly Own[],
  describe: (rows: readonly Own[]) => { text: string; verdicts: Verdict[] },
): Report => ({ rows, ...describe(rows) });

/** Runs one part. @param networks generates the networks that it needs, or takes those of an earlier run */
export const RUN: Readonly<
  Record<
    Exclude<Part, 'search' | 'publishing'>,
    (browser: Browser, plan: Plan, networks: Networks) => Promise<Report>
  >
> = {
  memory: async (...given) => report(await runMemory(...given), describeMemory),
  cold: async (...given) => report(await runCold(...given), describeCold),
  widget: async (...given) => report(await runWidget(...given), describeWidget),
  interactions: async (...given) => report(await runInteractions(...given), describeInteractions),
  desk: async (...given) => report(await runDesk(...given), describeFigures),
  parcel: async (...given) => report(await runParcel(...given), describeFigures),
  streets: async (browser, plan) => report(await runStreets(browser, plan), describeStreets),
  holes: async (browser, plan) => report(await runHoles(browser, plan), describeHoles),
};

/** Takes one measurement after the other, and reports the progress. */
async function measureEach<Run, Own extends Row>(
  part: string,
  runs: readonly Run[],
  nameOf: (run: Run) => string,
  measure: (run: Run) => Promise<Own | readonly Own[]>,
): Promise<Own[]> {
  const progress = createProgress(part, runs.length);
  const rows: Own[] = [];
  for (const run of runs) {
    progress(nameOf(run));
    rows.push(...([await measure(run)].flat() as Own[]));
  }
  return rows;
}

const roundsUpTo = (amount: number) => Array.from({ length: amount }, (_, round) => round);
const describeRun = ({ variant, points }: { variant: string; points: number }) =>
  `${variant}, ${points.toLocaleString('en')} points`;

async function runMemory(browser: Browser, plan: Plan, networks: Networks) {
  const made: BenchNetwork[] = [];
  for (const points of plan.sizes.memory) made.push(await networks(points));
  const server = await serveMemoryPages(made);
  try {
    return await measureEach('in memory', [...listMemoryRuns(plan)], describeRun, (run) =>
      measureInMemory(browser, server.origin, run),
    );
  } finally {
    server.close();
  }
}

async function runCold(browser: Browser, plan: Plan, networks: Networks) {
  const droppoints = new Map<number, Droppoint>();
  try {
    for (const [place, points] of plan.sizes.cold.entries()) {
      droppoints.set(points, await startDroppoint(await networks(points), place));
    }
    return await measureEach('cold', [...listColdRuns(plan)], describeRun, (run) =>
      visitCold(browser, droppoints.get(run.points)!, run),
    );
  } finally {
    await Promise.all([...droppoints.values()].map((droppoint) => droppoint.stop()));
  }
}

async function runWidget(browser: Browser, plan: Plan, networks: Networks) {
  const droppoint = await startDroppoint(await networks(plan.sizes.widget[0]!), 0);
  const shop = await serveShop(droppoint.shop, droppoint.published);
  try {
    return await measureEach(
      'widget',
      roundsUpTo(plan.rounds.widget),
      () => 'cold and warm',
      (round) => visitShop(browser, droppoint, round),
    );
  } finally {
    await shop.close();
    await droppoint.stop();
  }
}

async function runInteractions(browser: Browser, plan: Plan, networks: Networks) {
  const droppoint = await startDroppoint(await networks(plan.sizes.interactions[0]!), 0);
  const onStreets = await startDroppoint(await makeNetworkOnStreets(ANDORRA, say), 1, ANDORRA);
  try {
    const nameOf = (round: number) => `walk ${round + 1}`;
    return await measureEach('interactions', roundsUpTo(plan.rounds.walks), nameOf, (round) =>
      walkInteractions(browser, droppoint, onStreets, round),
    );
  } finally {
    await Promise.all([droppoint.stop(), onStreets.stop()]);
  }
}

async function runDesk(browser: Browser, plan: Plan, networks: Networks) {
  const droppoint = await startDroppoint(await networks(plan.sizes.desk[0]!), 0);
  try {
    const nameOf = (round: number) => `round ${round + 1}`;
    return await measureEach('desk', roundsUpTo(plan.rounds.desk), nameOf, (round) =>
      workAtDesk(browser, droppoint, round),
    );
  } finally {
    await droppoint.stop();
  }
}

async function runParcel(browser: Browser, plan: Plan, networks: Networks) {
  const droppoint = await startDroppoint(await networks(plan.sizes.parcel[0]!), 0);
  try {
    const number = await sendParcel(droppoint);
    const nameOf = (round: number) => `visit ${round + 1}`;
    return await measureEach('parcel', roundsUpTo(plan.rounds.parcel), nameOf, (round) =>
      visitParcel(browser, droppoint, number, round),
    );
  } finally {
    await droppoint.stop();
  }
}

async function runStreets(browser: Browser, plan: Plan) {
  const droppoints = [await startDroppoint(await makeNetworkOnStreets(ANDORRA, say), 0, ANDORRA)];
  // A browser of its own: WebGL changes how a page is composited.
  const withWebGl = await launchChromium(SOFTWARE_WEBGL);
  try {
    for (const points of plan.sizes.streets) {
      const around = await makeNetworkAround(TOWN, points, say);
      droppoints.push(await startDroppoint(around, 1, ANDORRA), await startDroppoint(around, 2));
    }
    const nameOf = ({ variant }: { variant: string }) => variant;
    return await measureEach('streets', [...listStreetRuns(plan)], nameOf, (run) => {
      const place = run.variant === 'million' ? 1 : run.variant === 'millionAlone' ? 2 : 0;
      return visitStreets(run.variant === 'maplibre' ? withWebGl : browser, droppoints[place]!, run);
    });
  } finally {
    await withWebGl.close();
    await Promise.all(droppoints.map((droppoint) => droppoint.stop()));
  }
}

/** @throws Error if an engine named on the command line isn't installed */
async function runHoles(browser: Browser, { walk, engine: named }: Plan) {
  if (named !== null && !isInstalled(named)) throw new Error(`${named} is not installed.`);
  const engines = named === null ? ENGINES.filter(isInstalled) : [named];
  const droppoint = await startDroppoint(await makeNetworkOnStreets(ANDORRA, say), 0, ANDORRA);
  try {
    return await measureEach('holes', engines, String, (engine) => walkIn(engine, browser, droppoint, walk));
  } finally {
    await droppoint.stop();
  }
}

/** Searches in the sandbox's network, in a made one of odd addresses, and in that of `SANDBOX_DATA` if set. Needs no browser. */
export async function reportSearch(plan: Plan, networks: Networks): Promise<Report> {
  const file = process.env['SANDBOX_DATA'];
  const sandbox = await networks(plan.sizes.search[0]!);
  const made = await makeNetworkOfItems('made', makeItems(), say);
  const runs = [
    {
      name: 'sandbox',
      network: sandbox,
      kinds: [...makeQuestions(sandbox.published), makeNameQuestions(), makeMapQuestions(sandbox.published)],
    },
    { name: 'made', network: made, kinds: [...makeMadeQuestions(), makeMapQuestions(made.published)] },
  ];
  if (file) {
    const network = await makeNetworkOfFile(file, say);
    const kinds = [...makeQuestions(network.published), makeMapQuestions(network.published)];
    runs.push({ name: 'data file', network, kinds });
  }
  const progress = createProgress(
    'search',
    runs.reduce((sum, { kinds }) => sum + kinds.length, 0),
  );
  const rows: SearchRow[] = [];
  for (const { name, network, kinds } of runs)
    rows.push(...(await measureSearch(network, name, kinds, progress)));
  const reports = [report(rows, describeSearch), report(await measureAddresses(say), describeAddresses)];
  if (plan.extract !== null) reports.push(report([await measureTruth(plan.extract)], describeTruth));
  return {
    text: reports.map(({ text }) => text).join('\n\n'),
    rows: reports.flatMap(({ rows }) => rows),
    verdicts: reports.flatMap(({ verdicts }) => verdicts),
  };
}

/** Publishes with the operator's command. Needs no browser. */
export async function reportPublishing({ sizes }: Plan): Promise<Report> {
  const nameOf = (points: number) => `${points.toLocaleString('en')} points`;
  const rows = await measureEach('publishing', sizes.publishing, nameOf, publishOnce);
  return report(rows, describePublishing);
}
