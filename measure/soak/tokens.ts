import { post, sendSteadily, type Timing } from './send.ts';
import type { Usage } from '../../tests/functions/report-usage.ts';
import { ADDRESS, ORIGIN, readUsage, startFunction, stopFunction } from './start.ts';
import { percentile } from '../bench/statistics.ts';
import { below, ms, none, type Row, writeQuantiles } from './table.ts';
import { listen } from '../../tests/processes.ts';

/** Response of the token endpoint. */
const ANSWER = JSON.stringify({
  access_token: 'a'.repeat(200),
  token_type: 'Bearer',
  expires_in: 300,
  refresh_token: 'r'.repeat(100),
  scope: 'openid api:points:read api:shipments:write',
});

/** Measures how much time the token route adds to the platform's own, and whether a minute of refusals leaks memory. */
const WARM_UP_SECONDS = 5;
const REFUSALS_PER_SECOND = 500;
const EXCHANGES = 1_000;

const MAX_ADDED_MS = 3;
const SLOW_MS = 250;
/** Tolerated fluctuation of the heap after a collection. */
const MAX_GROWTH_BYTES = 2 * 1024 * 1024;

const ROUTE = `${ADDRESS}/api/oauth/token`;
const OWN_PAGE = { origin: ORIGIN, 'sec-fetch-site': 'same-origin', 'x-requested-with': 'droppoint' };
const CODE = new URLSearchParams({
  grant_type: 'authorization_code',
  client_id: 'soak',
  code: 'c'.repeat(43),
  redirect_uri: `${ORIGIN}/account/callback`,
  code_verifier: 'v'.repeat(43),
}).toString();

export async function soakTokens(seconds: number): Promise<Row[]> {
  // The upstream answers at once, so that the overhead is the function's.
  const upstream = await listen((request, response) => {
    request.resume().once('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(ANSWER);
    });
  });
  const child = await startFunction(upstream.origin);
  try {
    const exchange = await measureAdded(`${upstream.origin}/oauth2/token`);
    const refuse = () => post(ROUTE, { ...OWN_PAGE, origin: 'https://evil.example' }, CODE);
    const refuseFor = (duration: number) =>
      sendSteadily(REFUSALS_PER_SECOND, (sent) => sent >= REFUSALS_PER_SECOND * duration, refuse);
    await refuseFor(WARM_UP_SECONDS);
    const before = await readUsage(child, 'memory');
    const startedMs = performance.now();
    const refusals = await refuseFor(seconds);
    const elapsedMs = performance.now() - startedMs;
    const after = await readUsage(child, 'memory');
    return [...describeExchange(exchange), ...describeRefusals(refusals, before, after, elapsedMs)];
  } finally {
    await stopFunction(child);
    await upstream.close();
  }
}

/** Exchanges codes alternately at the upstream itself and through the function, so that the machine's load affects both. */
async function measureAdded(upstreamRoute: string): Promise<{ directMs: number; throughMs: number }> {
  const direct: number[] = [];
  const through: number[] = [];
  for (let exchange = 0; exchange < EXCHANGES; exchange++) {
    direct.push((await post(upstreamRoute, {}, CODE)).tookMs);
    const { status, tookMs } = await post(ROUTE, OWN_PAGE, CODE);
    if (status !== 200) throw new Error(`the exchange got status ${status}`);
    through.push(tookMs);
  }
  // The first half is warm-up.
  const median = (values: number[]) => percentile(values.slice(EXCHANGES / 2), 0.5);
  return { directMs: median(direct), throughMs: median(through) };
}

function describeExchange({ directMs, throughMs }: { directMs: number; throughMs: number }): Row[] {
  const addedMs = throughMs - directMs;
  return [
    below('added to a code exchange, median', addedMs, MAX_ADDED_MS),
    ['a code exchange, direct / through', `${ms(directMs)} / ${ms(throughMs)}`],
  ];
}

function describeRefusals(
  refusals: readonly Timing[],
  before: Usage,
  after: Usage,
  elapsedMs: number,
): Row[] {
  const times = refusals.map(({ tookMs }) => tookMs);
  const failed = refusals.filter(({ status }) => status !== 403).length;
  const slow = times.filter((tookMs) => tookMs > SLOW_MS).length;
  const growthBytes = after.heapBytes - before.heapBytes;
  const perSecond = refusals.length / (elapsedMs / 1000);
  const isSteady = perSecond > REFUSALS_PER_SECOND * 0.98;
  return [
    ['refusals per second', perSecond.toFixed(0), `${REFUSALS_PER_SECOND}`, isSteady, 'timed'],
    none('failed', failed, refusals.length),
    [`slower than ${SLOW_MS} ms`, `${slow}`, '0', slow === 0, 'timed'],
    [
      'heap grown',
      `${(growthBytes / 1024).toFixed(0)} KiB`,
      `< ${MAX_GROWTH_BYTES / 1024} KiB`,
      growthBytes < MAX_GROWTH_BYTES,
    ],
    ['a refusal, 50 / 99 / 100 %', writeQuantiles(times, [0.5, 0.99, 1])],
    [
      'processor time of the function',
      `${(((after.cpuMs - before.cpuMs) / elapsedMs) * 100).toFixed(0)} % of one`,
    ],
  ];
}
