import { createPlatform } from '../../packages/platform/client.ts';
import { end } from '../../tests/processes.ts';
import { auth, FUNCTION_SETTINGS, makeOne, ORGANIZATION, PLATFORM, startBuiltSandbox } from './sending.ts';
import { get, sendSteadily } from './send.ts';
import { ADDRESS, startFunction, stopFunction } from './start.ts';
import { percentile } from '../bench/statistics.ts';
import { all, type Row, writeQuantiles } from './table.ts';

const PER_SECOND = 1_000;
const WARM_UP_SECONDS = 5;
const SECONDS = 20;
const MAX_P99_MS = 20;

/** Requests a parcel that many people look at: the response is cached for a minute, for all of them. */
export async function soakParcels(): Promise<Row[]> {
  const sandbox = await startBuiltSandbox();
  const child = await startFunction(PLATFORM, FUNCTION_SETTINGS);
  try {
    const { data } = await createPlatform({ baseUrl: PLATFORM, auth }).shipments.create(
      ORGANIZATION,
      await makeOne(),
    );
    const { trackingNumber } = data as { trackingNumber: string };
    const requestFor = (seconds: number) =>
      sendSteadily(
        PER_SECOND,
        (sent) => sent >= PER_SECOND * seconds,
        () => get(`${ADDRESS}/api/parcels/${trackingNumber}`),
      );
    const before = await countTracking();
    await requestFor(WARM_UP_SECONDS);
    const answers = await requestFor(SECONDS);
    const calls = (await countTracking()) - before;
    const answered = answers.filter(({ status }) => status === 200).length;
    const times = answers.map(({ tookMs }) => tookMs);
    const p99 = percentile(times, 0.99);
    return [
      all('viewers answered', answered, answers.length),
      ['calls to the platform meanwhile', String(calls), '1', calls === 1],
      [
        `a cached response at ${PER_SECOND.toLocaleString('en')} per second, 50 / 99 %`,
        writeQuantiles(times, [0.5, 0.99]),
        `<= ${MAX_P99_MS} ms`,
        p99 <= MAX_P99_MS,
        'timed',
      ],
    ];
  } finally {
    await stopFunction(child);
    await end(sandbox);
  }
}

async function countTracking(): Promise<number> {
  const { counts } = (await (await fetch(`${PLATFORM}/__sandbox/requests`)).json()) as {
    counts: Record<string, number>;
  };
  return Object.entries(counts).reduce(
    (sum, [path, count]) => sum + (path.includes('tracking') ? count : 0),
    0,
  );
}
