import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createRandom, pick, pickWhole } from '../../sandbox/network/random.ts';
import { end, startProgram, waitUntilReady } from '../../tests/processes.ts';
import { percentile } from '../bench/statistics.ts';
import { listFamily, readTimeMs } from '../family-time.ts';
import { readRows } from '../bench/addresses/open-folder.ts';
import { addressOf, FOLDER, makeSettings, PORTS, startStore, startWorkerd } from './faults/servers.ts';
import { inParallel } from './in-parallel.ts';
import { publishToday } from './network.ts';
import { measureProcessorTime } from './processor-time.ts';
import { get } from './send.ts';
import { ADDRESS, startFunction, stopFunction } from './start.ts';
import { below, type Row, writeQuantiles } from './table.ts';

const ANDORRA = 'sandbox/streets/andorra.pmtiles';
/** Limit of the processor time per request for the points nearest to a house on the published streets. */
const MAX_CPU_MS = 4;
/** Number of requests until V8 has compiled what runs often. */
const WARM_UP = 3_000;
const REQUESTS = 1_000;
const CONNECTIONS = 4;
const HIGHEST_NUMBER = 60;
/** Limit of workerd's mean processor time per request, as a multiple of Node's median. */
const MAX_TIMES_NODE = 2;

/** Requests the points nearest to addresses of Andorra, whose streets the network doesn't know, on Node and on workerd. Requires nginx. */
export async function soakAddresses(published: string | undefined): Promise<Row[]> {
  const disk = join(FOLDER, 'published');
  const [network, streets] = [join(disk, 'network'), join(disk, 'streets')];
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(disk, { recursive: true });
  symlinkSync(resolve(await publishToday(published)), network);
  const taking = startProgram(['publisher/streets/main.ts', ANDORRA], { STREETS_DIR: streets });
  await once(taking, 'exit');
  const rows = readRows(streets).rows.filter(({ kind, town }) => kind === 'street' && town !== null);
  const random = createRandom(1);
  const requestFrom = (origin: string) => async () => {
    const { name, town } = pick(random, rows);
    const address = `${name} ${pickWhole(random, 1, HIGHEST_NUMBER)}, ${town!.name}`;
    const { status, body } = await get(
      `${origin}/api/nearest-points?${new URLSearchParams({ address }).toString()}`,
    );
    if (status !== 200 || body.includes('"origin":null')) throw new Error(`${address}: ${status} ${body}`);
  };
  const { rows: onNode, medianMs } = await measureNode(network, streets, requestFrom(ADDRESS));
  const workerdMs = await measureWorkerd(disk, requestFrom(addressOf(PORTS.worker)));
  return [...onNode, below('workerd, mean', workerdMs, MAX_TIMES_NODE * medianMs)];
}

async function measureNode(network: string, streets: string, request: () => Promise<void>) {
  const settings = { SERVED_PAGES: 'static', SNAPSHOT_DIR: network, STREETS_DIR: streets };
  const child = await startFunction('http://127.0.0.1:9', settings);
  try {
    const cold = await measureProcessorTime(child, request, WARM_UP, CONNECTIONS);
    const warm = await measureProcessorTime(child, request, REQUESTS, CONNECTIONS);
    const medianMs = percentile(warm, 0.5);
    const rows: Row[] = [
      ['Node, while cold, 50 / 95 / 100 %', writeQuantiles(cold)],
      below('Node, 50 / 95 / 100 %', medianMs, MAX_CPU_MS, writeQuantiles(warm)),
    ];
    return { rows, medianMs };
  } finally {
    await stopFunction(child);
  }
}

/** @returns milliseconds of processor time per request, on average */
async function measureWorkerd(disk: string, request: () => Promise<void>): Promise<number> {
  const store = await startStore(disk);
  const child = startWorkerd(makeSettings('', ''), join(FOLDER, 'workerd.log'));
  try {
    await waitUntilReady(`${addressOf(PORTS.worker)}/api/health`, child);
    await inParallel(WARM_UP, CONNECTIONS, request);
    const before = readWorkerds(child);
    await inParallel(REQUESTS, CONNECTIONS, request);
    // There are two workerd processes; the other one only forwards requests, as a development server does.
    return (
      Math.max(...[...readWorkerds(child)].map(([pid, cpuMs]) => cpuMs - (before.get(pid) ?? 0))) / REQUESTS
    );
  } finally {
    await end(child);
    await store.stop();
  }
}

/** Reads the processor time of all descendants of a process that are called workerd, by process id. */
function readWorkerds(root: ChildProcess): Map<number, number> {
  const isWorkerd = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'workerd';
  const workerds = listFamily(root.pid!).filter(isWorkerd);
  return new Map(workerds.map((pid) => [pid, readTimeMs(pid)]));
}
