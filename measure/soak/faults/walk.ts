import { setTimeout as wait } from 'node:timers/promises';
import { sentAgain } from './send-as-browser.ts';
import { findTiles, runBroker, makeBrokers, sendShoppers } from './crowd.ts';
import { listFaults, type Fault, type Truth } from './plan.ts';
import { describeWalk } from './report.ts';
import type { SentRequest, Broken } from './tally.ts';
import { startWorld, type World } from './world.ts';
import type { Row } from '../table.ts';

/** Durations, in milliseconds. */
interface Pace {
  calm: number;
  fault: number;
  longFault: number;
  /** Time after each fault, within which everything has to recover. */
  after: number;
  /** How often a run of the publisher is interrupted. */
  tries: number;
}

const FULL: Pace = { calm: 20_000, fault: 20_000, longFault: 60_000, after: 14_000, tries: 5 };
const QUICK: Pace = { calm: 3_000, fault: 2_500, longFault: 5_000, after: 3_500, tries: 2 };

/**
 * Runs shoppers and brokers on both runtimes, while one thing after another breaks and is repaired.
 * @param only part of the names of the faults to try; without it, all faults are tried
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
    const requests: SentRequest[] = [];
    const over = new AbortController();
    const brokers = world.served.flatMap((served) => makeBrokers(served, world, truth));
    const tiles = await Promise.all(world.served.map(findTiles));
    const crowd = Promise.all([
      ...world.served.map((served, at) =>
        sendShoppers(served, tiles[at]!, world, truth, requests, over.signal),
      ),
      ...brokers.map(({ served, broker }) => runBroker(served, broker, requests, over.signal)),
    ]);
    // Compilation takes time at first.
    await wait(pace.calm);
    const broken = await breakInTurn(faults, world, truth, pace);
    over.abort();
    await crowd;
    const left = faults.flatMap(({ name, left: why }) => (why === undefined ? [] : [`${name}: ${why}`]));
    return describeWalk({
      requests,
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

async function breakInTurn(
  faults: readonly Fault[],
  world: World,
  truth: Truth,
  pace: Pace,
): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const { name, run, long, left } of faults) {
    if (left !== undefined) continue;
    const startedMs = performance.now();
    await run(world, truth, () => wait(long ? pace.longFault : pace.fault), pace.tries);
    const endedMs = performance.now();
    await wait(pace.after);
    broken.push({ name, startedMs, endedMs, untilMs: performance.now() });
    console.log(`  ${name}: ${((endedMs - startedMs) / 1000).toFixed(1)} s`);
  }
  return broken;
}
