import type { Browser } from '@playwright/test';
import { ENGINES, type Part, type Plan } from './arguments.ts';
import { sendParcel, visitParcel } from './parcel.ts';
import { visitChoose } from './choose.ts';
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
import { createProgress, logLine } from './progress.ts';
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

/** A part's results: the rows for programs, the table for people, and the verdicts on its targets. */
export interface Report {
  rows: readonly Row[];
  text: string;
  verdicts: readonly Verdict[];
}

const ANDORRA = 'sandbox/streets/andorra.pmtiles';

type Networks = (points: number) => Promise<BenchNetwork>;

/** Searches and openings of the widget don't depend on the network's size. */
const MIDDLE_SIZE = 153_600;
/** The same goes for the shopper's walk, the desk, a parcel's page and a choice for a shop. */
const WALKED_SIZE = 20_000;

const report = <PartRow extends Row>(
  rows: readonly PartRow[],
  describe: (rows: readonly PartRow[]) => { text: string; verdicts: Verdict[] },
): Report => ({ rows, ...describe(rows) });

interface Closable {
  close(): Promise<unknown>;
}

/** The tools that a part measures with. */
interface PartTools {
  browser: Browser;
  plan: Plan;
  networks: Networks;
  /** Makes sure that a server or a browser is closed when the part is over. */
  closeAfter: <Opened extends Closable>(starting: Promise<Opened>) => Promise<Opened>;
}

const part =
  <PartRow extends Row>(
    measure: (tools: PartTools) => Promise<PartRow[]>,
    describe: Parameters<typeof report<PartRow>>[1],
  ) =>
  async (browser: Browser, plan: Plan, networks: Networks): Promise<Report> => {
    const opened: Closable[] = [];
    const closeAfter: PartTools['closeAfter'] = async (starting) => {
      const started = await starting;
      opened.push(started);
      return started;
    };
    try {
      return report(await measure({ browser, plan, networks, closeAfter }), describe);
    } finally {
      await Promise.all(opened.map((each) => each.close()));
    }
  };

/** Runs one part. `networks` generates the networks that it needs, or reuses those of an earlier run. */
export const RUN = {
  memory: part(runMemory, describeMemory),
  cold: part(runCold, describeCold),
  widget: part(runWidget, describeWidget),
  interactions: part(runInteractions, describeInteractions),
  desk: part(runDesk, describeFigures),
  parcel: part(runParcel, describeFigures),
  choose: part(runChoose, describeFigures),
  streets: part(runStreets, describeStreets),
  holes: part(runHoles, describeHoles),
} satisfies Record<Exclude<Part, 'search' | 'publishing'>, unknown>;

/** Takes one measurement after another, and reports the progress. */
async function measureEach<Run, PartRow extends Row>(
  part: string,
  runs: readonly Run[],
  nameOf: (run: Run) => string,
  measure: (run: Run) => Promise<PartRow | readonly PartRow[]>,
): Promise<PartRow[]> {
  const progress = createProgress(part, runs.length);
  const rows: PartRow[] = [];
  for (const run of runs) {
    progress(nameOf(run));
    rows.push(...([await measure(run)].flat() as PartRow[]));
  }
  return rows;
}

/** Takes the same measurements in each round. */
const measureRounds = <PartRow extends Row>(
  part: string,
  amount: number,
  measure: (round: number) => Promise<PartRow | readonly PartRow[]>,
): Promise<PartRow[]> =>
  measureEach(part, [...Array(amount).keys()], (round) => `round ${round + 1}`, measure);

const describeRun = ({ variant, points }: { variant: string; points: number }) =>
  `${variant}, ${points.toLocaleString('en')} points`;

async function runMemory({ browser, plan, networks, closeAfter }: PartTools): Promise<MemoryRow[]> {
  const made: BenchNetwork[] = [];
  for (const points of plan.sizes.memory) made.push(await networks(points));
  const { origin } = await closeAfter(serveMemoryPages(made));
  return measureEach('in memory', [...listMemoryRuns(plan)], describeRun, (run) =>
    measureInMemory(browser, origin, run),
  );
}

async function runCold({ browser, plan, networks, closeAfter }: PartTools): Promise<ColdRow[]> {
  const droppoints = new Map<number, Droppoint>();
  for (const [place, points] of plan.sizes.cold.entries())
    droppoints.set(points, await closeAfter(startDroppoint(await networks(points), place)));
  return measureEach('cold', [...listColdRuns(plan)], describeRun, (run) =>
    visitCold(browser, droppoints.get(run.points)!, run),
  );
}

async function runWidget({ browser, plan, networks, closeAfter }: PartTools): Promise<WidgetRow[]> {
  const droppoint = await closeAfter(startDroppoint(await networks(MIDDLE_SIZE), 0));
  await closeAfter(serveShop(droppoint.shop, droppoint.published));
  return measureRounds('widget', plan.rounds.widget, (round) => visitShop(browser, droppoint, round));
}

async function runInteractions({
  browser,
  plan,
  networks,
  closeAfter,
}: PartTools): Promise<InteractionRow[]> {
  const droppoint = await closeAfter(startDroppoint(await networks(WALKED_SIZE), 0));
  const onStreets = await closeAfter(
    startDroppoint(await makeNetworkOnStreets(ANDORRA, logLine), 1, ANDORRA),
  );
  return measureRounds('interactions', plan.rounds.walks, (round) =>
    walkInteractions(browser, droppoint, onStreets, round),
  );
}

async function runDesk({ browser, plan, networks, closeAfter }: PartTools): Promise<FigureRow[]> {
  const droppoint = await closeAfter(startDroppoint(await networks(WALKED_SIZE), 0));
  return measureRounds('desk', plan.rounds.desk, (round) => workAtDesk(browser, droppoint, round));
}

async function runParcel({ browser, plan, networks, closeAfter }: PartTools): Promise<FigureRow[]> {
  const droppoint = await closeAfter(startDroppoint(await networks(WALKED_SIZE), 0));
  const number = await sendParcel(droppoint);
  return measureRounds('parcel', plan.rounds.parcel, (round) =>
    visitParcel(browser, droppoint, number, round),
  );
}

async function runChoose({ browser, plan, networks, closeAfter }: PartTools): Promise<FigureRow[]> {
  const droppoint = await closeAfter(startDroppoint(await networks(WALKED_SIZE), 0));
  return measureRounds('choose', plan.rounds.choose, (round) => visitChoose(browser, droppoint, round));
}

async function runStreets({ browser, plan, closeAfter }: PartTools): Promise<StreetsRow[]> {
  const droppoints = [
    await closeAfter(startDroppoint(await makeNetworkOnStreets(ANDORRA, logLine), 0, ANDORRA)),
  ];
  // It gets its own browser, because WebGL changes how a page is composited.
  const withWebGl = await closeAfter(launchChromium(SOFTWARE_WEBGL));
  for (const points of plan.sizes.streets) {
    const around = await makeNetworkAround(TOWN, points, logLine);
    droppoints.push(
      await closeAfter(startDroppoint(around, 1, ANDORRA)),
      await closeAfter(startDroppoint(around, 2)),
    );
  }
  const nameOf = ({ variant }: { variant: string }) => variant;
  return measureEach('streets', [...listStreetRuns(plan)], nameOf, (run) => {
    const place = run.variant === 'million' ? 1 : run.variant === 'millionAlone' ? 2 : 0;
    return visitStreets(run.variant === 'maplibre' ? withWebGl : browser, droppoints[place]!, run);
  });
}

/** @throws Error if an engine named on the command line isn't installed */
async function runHoles({
  browser,
  plan: { walk, engine: named },
  closeAfter,
}: PartTools): Promise<HolesRow[]> {
  if (named !== null && !isInstalled(named)) throw new Error(`${named} is not installed.`);
  const engines = named === null ? ENGINES.filter(isInstalled) : [named];
  const droppoint = await closeAfter(
    startDroppoint(await makeNetworkOnStreets(ANDORRA, logLine), 0, ANDORRA),
  );
  return measureEach('holes', engines, String, (engine) => walkIn(engine, browser, droppoint, walk));
}

/** Searches in the sandbox's network, in a made-up one with unusual addresses, and in that of `SANDBOX_DATA` if it is set. Doesn't need a browser. */
export async function reportSearch(plan: Plan, networks: Networks): Promise<Report> {
  const file = process.env['SANDBOX_DATA'];
  const sandbox = await networks(MIDDLE_SIZE);
  const made = await makeNetworkOfItems('made', makeItems(), logLine);
  const runs = [
    {
      name: 'sandbox',
      network: sandbox,
      kinds: [...makeQuestions(sandbox.published), makeNameQuestions(), makeMapQuestions(sandbox.published)],
    },
    { name: 'made', network: made, kinds: [...makeMadeQuestions(), makeMapQuestions(made.published)] },
  ];
  if (file) {
    const network = await makeNetworkOfFile(file, logLine);
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
  const reports = [report(rows, describeSearch), report(await measureAddresses(logLine), describeAddresses)];
  if (plan.extract !== null) reports.push(report([await measureTruth(plan.extract)], describeTruth));
  return {
    text: reports.map(({ text }) => text).join('\n\n'),
    rows: reports.flatMap(({ rows }) => rows),
    verdicts: reports.flatMap(({ verdicts }) => verdicts),
  };
}

/** Publishes with the operator's command. Doesn't need a browser. */
export async function reportPublishing({ sizes }: Plan): Promise<Report> {
  const nameOf = (points: number) => `${points.toLocaleString('en')} points`;
  const rows = await measureEach('publishing', sizes.publishing, nameOf, publishOnce);
  return report(rows, describePublishing);
}
