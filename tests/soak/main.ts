import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { post, sendSteadily } from './send.ts';
import type { Usage } from './serve.ts';
import { serveTokens } from './upstream.ts';

/** `npm run soak`: what the token route adds to the platform's own time, and whether a minute of refusals wears it out. */
const SECONDS = process.argv.includes('--quick') ? 10 : 60;
const WARM_UP_SECONDS = 5;
const REFUSALS_PER_SECOND = 500;
const EXCHANGES = 1_000;

const MOST_ADDED_MS = 3;
const SLOW_MS = 250;
/** A collected heap still breathes a little. */
const MOST_GROWTH_BYTES = 2 * 1024 * 1024;

const PORT = 42_095;
const ORIGIN = `http://localhost:${PORT}`;
const ROUTE = `http://127.0.0.1:${PORT}/api/oauth/token`;
const OWN_PAGE = { origin: ORIGIN, 'sec-fetch-site': 'same-origin', 'x-requested-with': 'droppoint' };
const CODE = new URLSearchParams({
  grant_type: 'authorization_code',
  client_id: 'soak',
  code: 'c'.repeat(43),
  redirect_uri: `${ORIGIN}/account/callback`,
  code_verifier: 'v'.repeat(43),
}).toString();

const upstream = await serveTokens();
const child = await start();
try {
  const added = await measureAdded();
  const refuse = () => post(ROUTE, { ...OWN_PAGE, origin: 'https://evil.example' }, CODE);
  await sendSteadily(REFUSALS_PER_SECOND, WARM_UP_SECONDS, refuse);
  const before = await readUsage(child);
  const startedMs = performance.now();
  const refusals = await sendSteadily(REFUSALS_PER_SECOND, SECONDS, refuse);
  const elapsedMs = performance.now() - startedMs;
  const after = await readUsage(child);
  report(added, refusals, before, after, elapsedMs);
} finally {
  child.disconnect();
  upstream.server.closeAllConnections();
  upstream.server.close();
}

async function start(): Promise<ChildProcess> {
  const process_ = fork(new URL('serve.ts', import.meta.url), {
    execArgv: ['--expose-gc', '--import', 'tsx'],
    env: {
      ...process.env,
      PORT: String(PORT),
      APP_ORIGIN: ORIGIN,
      PLATFORM_ENV: 'stage',
      PLATFORM_BASE_URL: upstream.origin,
      PLATFORM_AUTH_URL: upstream.origin,
      PLATFORM_ACCOUNT_URL: upstream.origin,
      PLATFORM_CLIENT_ID: 'soak',
      PLATFORM_CLIENT_SECRET: 'soak-secret',
      SESSION_KEYS: `soak:${randomBytes(32).toString('base64url')}`,
      // One client sends everything here; the limit would answer most of it.
      RATE_LIMITS: 'off',
    },
  });
  await once(process_, 'message');
  return process_;
}

/** Exchanges a code by turns at the upstream itself and through the function, so that both meet the same machine. */
async function measureAdded(): Promise<{ directMs: number; throughMs: number }> {
  const direct: number[] = [];
  const through: number[] = [];
  for (let exchange = 0; exchange < EXCHANGES; exchange++) {
    direct.push((await post(`${upstream.origin}/oauth2/token`, {}, CODE)).tookMs);
    const { status, tookMs } = await post(ROUTE, OWN_PAGE, CODE);
    if (status !== 200) throw new Error(`the exchange was answered ${status}`);
    through.push(tookMs);
  }
  // The first half warms up.
  return { directMs: median(direct.slice(EXCHANGES / 2)), throughMs: median(through.slice(EXCHANGES / 2)) };
}

async function readUsage(process_: ChildProcess): Promise<Usage> {
  process_.send('usage');
  const [usage] = (await once(process_, 'message')) as [Usage];
  return usage;
}

function report(
  { directMs, throughMs }: { directMs: number; throughMs: number },
  refusals: readonly { status: number; tookMs: number }[],
  before: Usage,
  after: Usage,
  elapsedMs: number,
): void {
  const times = refusals.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const failed = refusals.filter(({ status }) => status !== 403).length;
  const slow = times.filter((tookMs) => tookMs > SLOW_MS).length;
  const growthBytes = after.heapBytes - before.heapBytes;
  const perSecond = refusals.length / (elapsedMs / 1000);
  const rows: [what: string, measured: string, wanted: string, held: boolean][] = [
    [
      'added to a code exchange, median',
      ms(throughMs - directMs),
      `< ${MOST_ADDED_MS} ms`,
      throughMs - directMs < MOST_ADDED_MS,
    ],
    [
      'refusals a second',
      perSecond.toFixed(0),
      `${REFUSALS_PER_SECOND}`,
      perSecond > REFUSALS_PER_SECOND * 0.98,
    ],
    ['failed', `${failed} of ${refusals.length}`, '0', failed === 0],
    [`slower than ${SLOW_MS} ms`, `${slow}`, '0', slow === 0],
    [
      'heap grown',
      `${(growthBytes / 1024).toFixed(0)} KiB`,
      `< ${MOST_GROWTH_BYTES / 1024} KiB`,
      growthBytes < MOST_GROWTH_BYTES,
    ],
  ];
  const cores = (after.cpuMs - before.cpuMs) / elapsedMs;
  console.log(`\n${SECONDS} s on Node ${process.version}, ${availableParallelism()} processors`);
  for (const [what, measured, wanted, held] of rows) {
    console.log(
      `${what.padEnd(34)}${measured.padStart(16)}${wanted.padStart(14)}   ${held ? 'held' : 'NOT HELD'}`,
    );
  }
  console.log(
    `${'a code exchange, direct / through'.padEnd(34)}${`${ms(directMs)} / ${ms(throughMs)}`.padStart(16)}`,
  );
  console.log(
    `${'a refusal, median / 99 % / longest'.padEnd(34)} ${ms(median(times))} / ${ms(times[Math.floor(times.length * 0.99)]!)} / ${ms(times.at(-1)!)}`,
  );
  console.log(
    `${'processor time of the function'.padEnd(34)}${`${(cores * 100).toFixed(0)} % of one`.padStart(16)}`,
  );
  if (rows.some(([, , , held]) => !held)) process.exitCode = 1;
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
