import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { createClientCredentials } from '../../packages/platform/client-credentials.ts';
import { createPlatform, type Platform } from '../../packages/platform/client.ts';
import type { Shipment } from '../../packages/platform/shipping.ts';
import { parseSettings } from '../../functions/config.ts';
import { sealSession, startSession } from '../../functions/oauth/session.ts';
import { end, waitUntilReady } from '../../tests/processes.ts';
import { makeShipment } from '../../tests/sandbox/carrier-client.ts';
import { CLIENT, settingsAt } from '../../tests/sandbox/platform-settings.ts';
import { makeFolder } from '../../tests/temporary-folder.ts';
import { install } from '../../tests/package/build.ts';
import { startBareServer } from './bare-server.ts';
import { inParallel } from './in-parallel.ts';
import { measureMemory } from './memory.ts';
import { compareProcessorTime, measureProcessorTime, MEDIAN } from './processor-time.ts';
import { ADDRESS, ORIGIN, startFunction, stopFunction } from './start.ts';
import { all, belowBare, none, type Row, writeQuantiles } from './table.ts';

const SANDBOX_PORT = 42_196;
/** Settings of the function for this sandbox. */
export const FUNCTION_SETTINGS = {
  ...settingsAt(SANDBOX_PORT),
  SESSION_KEYS: `soak:${'A'.repeat(43)}`,
};
export const PLATFORM = FUNCTION_SETTINGS.PLATFORM_BASE_URL;
export const ORGANIZATION = '5f0c2f10-0000-4000-8000-000000000001';

const SHIPMENTS = 1_000;
/** Number of shipments to warm up with. The first thousand are slower because the code isn't compiled yet. */
const WARM_UP = 2_000;
const AT_ONCE = 8;
/** Limit of the function's processor time for one relayed shipment, as a multiple of a bare server's for a request. */
const MAX_TIMES_BARE = 10;
const LOST_SHARE = 0.1;
const TRACKED = 10_000;
const MAX_CALLS = 1_000;
const OPERATIONS = 100_000;
/** Limit of the heap's growth. A leak of a hundred bytes per operation would exceed it. */
const MAX_GROWTH_BYTES = 5e6;
const HELD = 100_000;
const MAX_HELD_BYTES = 300e6;

/** Sends a shop's parcels through the function and the sandbox, and measures the sandbox alone. */
export async function soakSending(): Promise<Row[]> {
  const sandbox = await startBuiltSandbox();
  try {
    const child = await startFunction(PLATFORM, FUNCTION_SETTINGS);
    const rows: Row[] = [];
    try {
      rows.push(...(await soakShipments(child)), await soakTracking());
      rows.push(await measureMemory(child, 'memory of the function afterwards'));
    } finally {
      await stopFunction(child);
    }
    return [...rows, await soakClient(), await soakHeld(sandbox)];
  } finally {
    await end(sandbox);
  }
}

/** Starts the sandbox as users of the package @droppoint/sandbox do. */
export async function startBuiltSandbox(): Promise<ChildProcess> {
  const program = `${install(makeFolder(), 'sandbox')}/main.js`;
  chmodSync(program, 0o755); // as npm does
  const sandbox = spawn(program, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      SANDBOX_PORT: String(SANDBOX_PORT),
      SANDBOX_POINTS: '2000',
      SANDBOX_DAY_SECONDS: '0',
      SANDBOX_ACCESS_TOKEN_SECONDS: '86400',
    },
  });
  await waitUntilReady(`${PLATFORM}/__sandbox/requests`, sandbox);
  return sandbox;
}

export const auth = createClientCredentials({ origin: FUNCTION_SETTINGS.PLATFORM_AUTH_URL, ...CLIENT });

/** Makes the cookie of a broker's session. */
async function makeCookie(): Promise<string> {
  const settings = parseSettings({ ...FUNCTION_SETTINGS, APP_ORIGIN: ORIGIN });
  const tokens = { accessToken: 'soak', refreshToken: 'soak', scope: null, account: null };
  const session = startSession({ ...tokens, expiresInSeconds: 3600 }, Date.now());
  return (await sealSession(session, settings, Date.now())).split(';')[0]!;
}

/** The platform as a broker's page calls it: through the function. */
const relayed = (cookie: string) =>
  createPlatform({
    baseUrl: `${ADDRESS}/api/platform`,
    auth,
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('origin', ORIGIN);
      headers.set('x-requested-with', 'droppoint');
      headers.set('cookie', cookie);
      return fetch(url, { ...init, headers });
    },
  });

async function soakShipments(child: ChildProcess): Promise<Row[]> {
  const platform = relayed(await makeCookie());
  const shipment = await makeOne();
  const send = async () => {
    await platform.shipments.create(ORGANIZATION, shipment);
  };
  const cold = await measureProcessorTime(child, send, SHIPMENTS, AT_ONCE);
  await measureProcessorTime(child, send, WARM_UP, AT_ONCE);
  const bare = await startBareServer();
  const warm = await compareProcessorTime(child, bare, send, SHIPMENTS, AT_ONCE, MEDIAN).finally(() =>
    bare.child.disconnect(),
  );
  const costs: Row[] = [
    ['a shipment while cold, 50 / 95 / 100 %', writeQuantiles(cold)],
    belowBare('processor of the function, a shipment', warm, MAX_TIMES_BARE),
  ];

  const before = await countHeld();
  await setFaults([{ kind: 'truncate', routes: ['shipments'], share: LOST_SHARE }]);
  let answered = 0;
  await inParallel(SHIPMENTS, AT_ONCE, async () => {
    const { data } = await platform.shipments.create(ORGANIZATION, shipment);
    if (data?.trackingNumber !== undefined) answered++;
  });
  await setFaults([]);
  const created = (await countHeld()) - before;
  return [
    ...costs,
    all('shipments answered while a tenth of responses is lost', answered, SHIPMENTS),
    none('of them sent twice', created - answered),
  ];
}

async function soakTracking(): Promise<Row> {
  let calls = 0;
  const platform = createPlatform({
    baseUrl: PLATFORM,
    auth,
    fetch: (url, init) => {
      calls++;
      return fetch(url, init);
    },
  });
  const { data } = await platform.shipments.create(ORGANIZATION, await makeOne());
  calls = 0;
  const numbers = Array.from({ length: TRACKED }, (_, at) =>
    at === 0 ? data.trackingNumber : String(1e22 + at),
  );
  let known = 0;
  for await (const { events } of platform.tracking.get(numbers)) known += Math.min(1, events.length);
  return [
    `calls for ${TRACKED.toLocaleString('en')} tracking numbers, ${known} of them known`,
    calls.toLocaleString('en'),
    `<= ${MAX_CALLS.toLocaleString('en')}`,
    calls <= MAX_CALLS && known === 1,
  ];
}

/** Measures the client alone, with responses that are made here. */
async function soakClient(): Promise<Row> {
  const platform = createPlatform({
    baseUrl: PLATFORM,
    auth: { read: () => Promise.resolve('t'), renew: () => Promise.resolve('t') },
    fetch: () => Promise.resolve(Response.json({ trackingNumber: '6900', parcels: [] })),
  });
  const shipment = makeShipment('PL_TST01X') as unknown as Shipment;
  const run = (times: number) =>
    inParallel(times, AT_ONCE, () => platform.shipments.create(ORGANIZATION, shipment));
  await run(OPERATIONS / 10);
  const before = readHeap();
  await run(OPERATIONS);
  const growth = readHeap() - before;
  return [
    `heap of the client after ${OPERATIONS.toLocaleString('en')} more operations`,
    `${growth < 0 ? '' : '+'}${(growth / 1e6).toFixed(1)} MB`,
    `< +${MAX_GROWTH_BYTES / 1e6} MB`,
    growth < MAX_GROWTH_BYTES,
  ];
}

async function soakHeld(sandbox: ChildProcess): Promise<Row> {
  const platform = createPlatform({ baseUrl: PLATFORM, auth });
  const shipment = await makeOne();
  await inParallel(HELD - (await countHeld()), AT_ONCE, () =>
    platform.shipments.create(ORGANIZATION, shipment),
  );
  const held = await countHeld();
  const bytes = readResident(sandbox);
  return [
    `memory of the sandbox that holds ${held.toLocaleString('en')} parcels`,
    `${(bytes / 1e6).toFixed(0)} MB`,
    `< ${MAX_HELD_BYTES / 1e6} MB`,
    bytes < MAX_HELD_BYTES,
  ];
}

export async function makeOne(): Promise<Shipment> {
  const platform: Platform = createPlatform({ baseUrl: PLATFORM, auth });
  for await (const { id, type } of platform.points.list())
    if (type === 'APM') return makeShipment(id) as unknown as Shipment;
  throw new Error('The sandbox has no lockers.');
}

/** Reads from the sandbox's page how many parcels it holds. */
async function countHeld(): Promise<number> {
  const page = await (await fetch(PLATFORM)).text();
  return Number(/([\d,]+) parcels/.exec(page)![1]!.replaceAll(',', ''));
}

async function setFaults(faults: readonly object[]): Promise<void> {
  await fetch(`${PLATFORM}/__sandbox/faults`, { method: 'PUT', body: JSON.stringify(faults) });
}

function readHeap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function readResident({ pid }: ChildProcess): number {
  return 1024 * Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
}
