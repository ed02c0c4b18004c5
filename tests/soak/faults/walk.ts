import { setTimeout as wait } from 'node:timers/promises';
import { hashOf } from './known.ts';
import { keepFigures } from '../../simulate/figures.ts';
import { ask, sentAgain } from './ask.ts';
import { Broker } from './brokers.ts';
import { listFaults, type Fault, type Truth } from './plan.ts';
import { describeWalk } from './report.ts';
import { createShoppers } from './shoppers.ts';
import type { Asked, Broken, Outcome } from './tally.ts';
import { startWorld, type Served, type World } from './world.ts';
import type { Row } from '../table.ts';

/** How long things last. Milliseconds. */
interface Pace {
  calm: number;
  fault: number;
  longFault: number;
  /** After each fault, in which all has to be well again. */
  after: number;
  /** How often a run of the publisher is broken. */
  tries: number;
}

const FULL: Pace = { calm: 20_000, fault: 20_000, longFault: 60_000, after: 14_000, tries: 5 };
const QUICK: Pace = { calm: 3_000, fault: 2_500, longFault: 5_000, after: 3_500, tries: 2 };

const SHOPPERS_PER_SECOND = { node: 30, workerd: 12 } as const;
const BROKERS = 3;
const BROKER_RESTS_MS = 250;
/** What Workers' store of assets sends by itself. */
const STORED: ReadonlySet<string> = new Set(['widget', 'file of a page']);

/** Tiles of the capital of Andorra: zoom, column, row. */
const TILES = [
  [14, 8261, 6050],
  [14, 8262, 6050],
  [13, 4130, 3025],
  [12, 2065, 1512],
] as const;

/**
 * Shoppers and brokers on both runtimes, while one thing after the other breaks and is mended.
 * @param only a part of the name of the faults to try; all without it
 */
export async function soakFaults(
  quick: boolean,
  ownMounts: boolean,
  only: string | undefined,
): Promise<Row[]> {
  const pace = quick ? QUICK : FULL;
  const faults = listFaults(ownMounts).filter(({ name }) => only === undefined || name.includes(only));
  const world = await startWorld(ownMounts);
  try {
    const truth: Truth = { far: false, platformTellsWrong: false };
    const asked: Asked[] = [];
    const over = new AbortController();
    const brokers = world.served.flatMap((served) => makeBrokers(served, world, truth));
    const tiles = await Promise.all(world.served.map(findTiles));
    const crowd = Promise.all([
      ...world.served.map((served, at) => sendShoppers(served, tiles[at]!, world, truth, asked, over.signal)),
      ...brokers.map(({ served, broker }) => keepActing(served, broker, asked, over.signal)),
    ]);
    await measureEdge(world, asked, pace.calm);
    const broken = await breakInTurn(faults, world, truth, pace);
    over.abort();
    await crowd;
    const left = faults.flatMap(({ name, left: why }) => (why === undefined ? [] : [`${name}: ${why}`]));
    return describeWalk({
      asked,
      broken,
      left,
      sentAgain: world.served.map(({ runtime, address }) => [
        runtime,
        sentAgain.get(new URL(address).host) ?? 0,
      ]),
      lost: world.publishing.lost,
      publisherRuns: world.publishing.runs,
      lostLogins: brokers.reduce((sum, { broker }) => sum + broker.lostLogins, 0),
    });
  } finally {
    await world.stop();
  }
}

/** What an answer of the worker costs while nothing is broken: files that the store sends without it are counted with it. */
async function measureEdge(
  { readEdgeTimeMs }: World,
  asked: readonly Asked[],
  calmMs: number,
): Promise<void> {
  // It compiles at first.
  await wait(calmMs);
  const [before, known] = [readEdgeTimeMs(), asked.length];
  await wait(calmMs);
  const answers = asked
    .slice(known)
    .filter(({ runtime, route }) => runtime === 'workerd' && !STORED.has(route))
    .reduce((sum, { route }) => sum + (route === 'network' ? 2 : 1), 0);
  keepFigures({ workerMs: (readEdgeTimeMs() - before) / answers });
}

async function breakInTurn(
  faults: readonly Fault[],
  world: World,
  truth: Truth,
  pace: Pace,
): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const { name, run, long, left } of faults) {
    if (left !== undefined) continue;
    const beganMs = performance.now();
    await run(world, truth, () => wait(long ? pace.longFault : pace.fault), pace.tries);
    const endedMs = performance.now();
    await wait(pace.after);
    broken.push({ name, beganMs, endedMs, untilMs: performance.now() });
    console.log(`  ${name}: ${((endedMs - beganMs) / 1000).toFixed(1)} s`);
  }
  return broken;
}

/** Sends at a steady rate, whether or not answers come. */
async function sendShoppers(
  { runtime, address }: Served,
  tiles: ReadonlyMap<string, string>,
  { publishing, known }: World,
  truth: Truth,
  asked: Asked[],
  over: AbortSignal,
): Promise<void> {
  const published = publishing.folder;
  // The clocks of nodes are set, that of workerd isn't.
  const clocks = runtime === 'node' ? truth : { far: false };
  const next = createShoppers({ address, published, pages: 'build', known, tiles, clocks });
  const underWay: Promise<void>[] = [];
  const startMs = performance.now();
  let sent = 0;
  while (!over.aborted) {
    const due = ((performance.now() - startMs) / 1000) * SHOPPERS_PER_SECOND[runtime];
    for (; sent < due; sent++) {
      const { route, run } = next();
      underWay.push(note(asked, { runtime, route, who: 'shopper' }, run));
    }
    await wait(5);
  }
  await Promise.all(underWay);
}

function makeBrokers(served: Served, world: World, truth: Truth) {
  return Array.from({ length: BROKERS }, (_, at) => ({
    served,
    broker: new Broker({ ...world, ...served, truth }, at),
  }));
}

async function keepActing(
  { runtime }: Served,
  broker: Broker,
  asked: Asked[],
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const { route, run } = await broker.next();
    await note(asked, { runtime, route, who: 'broker' }, run);
    await wait(BROKER_RESTS_MS);
  }
}

async function note(
  asked: Asked[],
  request: Pick<Asked, 'runtime' | 'route' | 'who'>,
  run: () => Promise<string>,
): Promise<void> {
  const beganMs = performance.now();
  const detail = await run().catch((error: unknown) => `failed: ${String(error)}`);
  asked.push({ ...request, beganMs, endedMs: performance.now(), outcome: outcomeOf(detail), detail });
}

function outcomeOf(detail: string): Outcome {
  if (detail === '') return 'fine';
  if (detail.startsWith('refused')) return 'refused';
  return /^(failed|token ended)/.test(detail) ? 'failed' : 'wrong';
}

/** What tiles hold before anything breaks. */
async function findTiles({ address }: Served): Promise<Map<string, string>> {
  const { bytes } = await ask(`${address}/streets/manifest.json`);
  const { areas } = JSON.parse(bytes.toString()) as { areas: { name: string; version: string }[] };
  const { name, version } = areas[0]!;
  const tiles = new Map<string, string>();
  for (const place of TILES) {
    const path = `/streets/${name}/${version}/${place.join('/')}.mvt`;
    const tile = await ask(address + path);
    if (tile.status !== 200) throw new Error(`${path}: ${tile.status}`);
    tiles.set(path, hashOf(tile.bytes));
  }
  return tiles;
}
