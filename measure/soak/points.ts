import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, pick, type Random } from '../../sandbox/network/random.ts';
import { percentile } from '../bench/statistics.ts';
import { startBareServer } from './bare-server.ts';
import { inParallel } from './in-parallel.ts';
import { measureMemory } from './memory.ts';
import { publishToday } from './network.ts';
import { compareProcessorTime, measureProcessorTime } from './processor-time.ts';
import { get } from './send.ts';
import { ADDRESS, startFunction, stopFunction } from './start.ts';
import { below, belowBare, ms, type Row, writeQuantiles } from './table.ts';

/** Limit of the function's processor time per request that asks whether a random point still exists, as a multiple of a bare server's. */
const MAX_TIMES_BARE = 18;
/** The same for an id that the network doesn't have, when the response lists points near a place. */
const MAX_UNKNOWN_CPU_MS = 4;
/** Limit of the slowest hundredth of checks at the last number in CONNECTIONS, as a multiple of the mean: how much longer some wait than others. */
const MAX_TIMES_MEAN = 5;
const CHECKS = 15_000;
/** The highest number of ids in a batch, and limits of the processor time for each id. */
const BATCH = 1_000;
const MAX_CPU_OF_ID_MS = 0.5;
const MAX_CPU_OF_UNKNOWN_ID_MS = 1;
const BATCHES = 20;
/** Limit of the time for which a shop waits for a batch. */
const MAX_BATCH_MS = 2_000;
/** Enough to read nearly every file of the network once. */
const WARM_UP = 5_000;
const REQUESTS = 2_000;
const CONNECTIONS = [1, 8, 32];

/** @param published folder of a published network; without it, one is generated */
export async function soakPoints(published: string | undefined): Promise<Row[]> {
  const network = await publishToday(published);
  const ids = readIds(network);
  const child = await startFunction('http://127.0.0.1:9', { SERVED_PAGES: 'static', SNAPSHOT_DIR: network });
  const bare = await startBareServer();
  try {
    const random = createRandom(1);
    const request = () => check(pick(random, ids));
    const cold = await measureProcessorTime(child, request, WARM_UP, 8);
    const rows: Row[] = [['a point check while cold, 50 / 95 / 100 %', writeQuantiles(cold)]];
    for (const connections of CONNECTIONS) {
      const compared = await compareProcessorTime(child, bare, request, REQUESTS, connections);
      rows.push(belowBare(`processor time of a check, ${connections} at once`, compared, MAX_TIMES_BARE));
    }
    rows.push(await measureUnknown(child, random));
    rows.push(...(await measureBatches(child, () => pick(random, ids))));
    rows.push(...(await measureRate(request, CONNECTIONS.at(-1)!)));
    rows.push(await measureMemory(child, `memory after ${ids.length.toLocaleString('en')} points`));
    return rows;
  } finally {
    bare.child.disconnect();
    await stopFunction(child);
  }
}

async function measureRate(request: () => Promise<void>, connections: number): Promise<Row[]> {
  const tookMs: number[] = [];
  const startedMs = performance.now();
  await inParallel(CHECKS, connections, async () => {
    const sentMs = performance.now();
    await request();
    tookMs.push(performance.now() - sentMs);
  });
  const aSecond = (tookMs.length * 1_000) / (performance.now() - startedMs);
  const mean = tookMs.reduce((sum, tookOneMs) => sum + tookOneMs, 0) / tookMs.length;
  const slowest = percentile(tookMs, 0.99);
  return [
    [`checks per second, ${connections} at once`, Math.round(aSecond).toLocaleString('en')],
    [
      `a check, ${connections} at once, mean / 99 %`,
      `${ms(mean)} / ${ms(slowest)}`,
      `< 1 : ${MAX_TIMES_MEAN}`,
      slowest < mean * MAX_TIMES_MEAN,
      'timed',
    ],
  ];
}

/** Measures checks of ids that the network doesn't have, at random places in Europe, for which the nearest points are searched. */
async function measureUnknown(child: ChildProcess, random: Random): Promise<Row> {
  let checks = 0;
  const request = async () => {
    const position = `latitude=${40 + random() * 15}&longitude=${random() * 25}`;
    const { status, body } = await get(`${ADDRESS}/api/points/NONE_${checks++}?${position}`);
    if (status !== 200 || !body.includes('"isValid":false')) throw new Error(`${status} ${body}`);
  };
  await measureProcessorTime(child, request, REQUESTS, 8);
  const median = percentile(await measureProcessorTime(child, request, REQUESTS, 8), 0.5);
  return below('processor time of a check of an unknown id, with a place', median, MAX_UNKNOWN_CPU_MS);
}

/** Measures batches of ids that the network has, and of ids that it doesn't have, each of which differs by one letter from an existing id. */
async function measureBatches(child: ChildProcess, chooseId: () => string): Promise<Row[]> {
  const misspell = (id: string, at: number) => `${id.slice(0, -1)}${String.fromCharCode(97 + (at % 26))}`;
  const rows: Row[] = [];
  for (const [what, write, isValid, most] of [
    ['an id', (id: string) => id, true, MAX_CPU_OF_ID_MS],
    ['an unknown id', misspell, false, MAX_CPU_OF_UNKNOWN_ID_MS],
  ] as const) {
    const request = async () => {
      const ids = Array.from({ length: BATCH }, (_, at) => write(chooseId(), at));
      const answer = await get(`${ADDRESS}/api/points/check`, JSON.stringify({ ids }));
      const found = answer.body.split(`"isValid":${isValid}`).length - 1;
      if (answer.status !== 200 || found !== BATCH)
        throw new Error(`${answer.status}, ${found} of ${BATCH}: ${answer.body.slice(0, 300)}`);
    };
    await measureProcessorTime(child, request, BATCHES / 2, 2);
    const tookMs: number[] = [];
    const requestTimed = async () => {
      const startedMs = performance.now();
      await request();
      tookMs.push(performance.now() - startedMs);
    };
    const median = percentile(await measureProcessorTime(child, requestTimed, BATCHES, 1), 0.5) / BATCH;
    const named = `processor time of ${what} in a batch of ${BATCH.toLocaleString('en')}`;
    rows.push(below(named, median, most));
    const waited = `time of a batch of ${BATCH.toLocaleString('en')}: ${what}`;
    rows.push(below(waited, percentile(tookMs, 0.5), MAX_BATCH_MS));
  }
  return [...rows, await measureMemory(child, 'memory after batches')];
}

async function check(id: string): Promise<void> {
  const url = `${ADDRESS}/api/points/${encodeURIComponent(id)}`;
  const { status, body } = await get(url);
  if (status !== 200 || !body.includes('"status":"exists"')) throw new Error(`${url}: ${status} ${body}`);
}

function readIds(network: string): string[] {
  const { version } = JSON.parse(readFileSync(join(network, 'manifest.json'), 'utf8')) as { version: string };
  const folder = join(network, version, 'ids');
  return readdirSync(folder)
    .filter((name) => /^\d+\.json$/.test(name))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as [string, number][])
    .map(([id]) => id);
}
