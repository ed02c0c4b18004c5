import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeNetwork } from '../bench/networks.ts';
import { get } from './send.ts';
import { ADDRESS, readUsage, startFunction, stopFunction } from './start.ts';
import { inOrder, ms, quantile, type Row } from './table.ts';

/** What the question whether a point still exists costs: processor time of the function for each of many random points. */
const POINTS = 153_600;
const MOST_CPU_MS = 0.7;
const MOST_RESIDENT_BYTES = 512 * 1024 * 1024;
/** Enough to meet nearly every file of the network once. */
const WARM_UP = 5_000;
const REQUESTS = 2_000;
/** Processor time is told in steps too coarse for one request. */
const BATCH = 20;
const CONNECTIONS = [1, 8, 32];
const FOLDER = '.cache/soak';

/** @param published folder of a published network; without it a made-up one */
export async function soakPoints(published: string | undefined): Promise<Row[]> {
  const network = publishToday(published ?? (await makeNetwork(POINTS, console.log)).published);
  const ids = readIds(network);
  const child = await startFunction('http://127.0.0.1:9', { SOAK_PAGES: 'static', SNAPSHOT_DIR: network });
  try {
    const choose = makeRandom();
    const address = () =>
      `${ADDRESS}/api/points/${encodeURIComponent(ids[Math.floor(choose() * ids.length)]!)}`;

    /** Processor time of each request, in the mean of its batch. */
    const measure = async (requests: number, connections: number): Promise<number[]> => {
      const times: number[] = [];
      for (let done = 0; done < requests; done += Math.max(BATCH, connections)) {
        const before = await readUsage(child, 'time');
        const size = Math.max(BATCH, connections);
        let left = size;
        const walk = async () => {
          while (left-- > 0) await ask(address());
        };
        await Promise.all(Array.from({ length: connections }, walk));
        const after = await readUsage(child, 'time');
        times.push((after.cpuMs - before.cpuMs) / size);
      }
      return inOrder(times);
    };
    const cold = await measure(WARM_UP, 8);
    const rows: Row[] = [
      [
        'a point check while cold, 50 / 95 / 100 %',
        [0.5, 0.95, 1].map((share) => ms(quantile(cold, share))).join(' / '),
      ],
    ];
    for (const connections of CONNECTIONS) {
      const warm = await measure(REQUESTS, connections);
      const median = quantile(warm, 0.5);
      const what = `processor time of a check, ${connections} at once`;
      rows.push([what, ms(median), `< ${MOST_CPU_MS} ms`, median < MOST_CPU_MS]);
      rows.push([`${what}, 95 / 100 %`, `${ms(quantile(warm, 0.95))} / ${ms(quantile(warm, 1))}`]);
    }
    const { residentBytes } = await readUsage(child, 'memory');
    rows.push([
      `memory after ${POINTS.toLocaleString('en')} points`,
      `${(residentBytes / 1024 / 1024).toFixed(0)} MiB`,
      `< ${MOST_RESIDENT_BYTES / 1024 / 1024} MiB`,
      residentBytes < MOST_RESIDENT_BYTES,
    ]);
    return rows;
  } finally {
    await stopFunction(child);
  }
}

async function ask(url: string): Promise<void> {
  const { status, body } = await get(url);
  if (status !== 200 || !body.includes('"status":"exists"')) throw new Error(`${url}: ${status} ${body}`);
}

/** A made-up network was walked long ago, and an old one speaks neither for a point nor against it. */
function publishToday(published: string): string {
  const manifest = JSON.parse(readFileSync(join(published, 'manifest.json'), 'utf8')) as { version: string };
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  symlinkSync(resolve(published, manifest.version), join(FOLDER, manifest.version));
  const today = { ...manifest, walkedAt: new Date().toISOString() };
  writeFileSync(join(FOLDER, 'manifest.json'), JSON.stringify(today));
  return FOLDER;
}

function readIds(network: string): string[] {
  const { version } = JSON.parse(readFileSync(join(network, 'manifest.json'), 'utf8')) as { version: string };
  const folder = join(network, version, 'ids');
  return readdirSync(folder)
    .filter((name) => /^\d+\.json$/.test(name))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as [string, number][])
    .map(([id]) => id);
}

/** The same numbers from 0 to 1 in each run (mulberry32). */
function makeRandom(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
