import { createRandom, pickRandom } from '../../sandbox/network/random.ts';
import { makeQuestions } from '../bench/search-questions.ts';
import { startBareServer } from './bare-server.ts';
import { measureMemory } from './memory.ts';
import { publishToday } from './network.ts';
import { compareProcessorTime, measureProcessorTime, MEDIAN } from './processor-time.ts';
import { get } from './send.ts';
import { ADDRESS, startFunction, stopFunction } from './start.ts';
import { belowBare, type Row, writeQuantiles } from './table.ts';

/** Limit of the processor time per request for the nearest points, over many addresses of the network, as a multiple of a bare server's. */
const MAX_TIMES_BARE = 130;
const WARM_UP = 1_000;
const REQUESTS = 1_000;
const CONNECTIONS = 4;
/** The most expensive of thousands of generated addresses: its words are short beginnings of many names, each looked up with typing errors. */
const DEAREST = 'road 1 polna c, de';
const MAX_TIMES_OF_DEAREST = 600;

/** @param published folder of a published network; without it, one is generated */
export async function soakNearest(published: string | undefined): Promise<Row[]> {
  const network = await publishToday(published);
  const kinds: (readonly [kind: string, queries: string[]])[] = makeQuestions(network).map(
    ({ kind, questions }) => [kind, questions.map(({ text }) => writeQuery({ address: text }))],
  );
  const { questions = [] } = makeQuestions(network)[0] ?? {};
  const positions = questions.map(({ position: { latitude, longitude } }) =>
    writeQuery({ latitude: String(latitude), longitude: String(longitude), type: 'APM', limit: '20' }),
  );
  const bare = await startBareServer();
  const child = await startFunction('http://127.0.0.1:9', { SERVED_PAGES: 'static', SNAPSHOT_DIR: network });
  try {
    const random = createRandom(1);
    const requestOneOf = (queries: readonly string[]) => () => requestNearest(pickRandom(random, queries));
    const all = kinds.flatMap(([, queries]) => queries);
    const cold = await measureProcessorTime(child, requestOneOf(all), WARM_UP, CONNECTIONS);
    const rows: Row[] = [['while cold, 50 / 95 / 100 %', writeQuantiles(cold)]];
    for (const [kind, queries, mostTimes = MAX_TIMES_BARE] of [
      ...kinds,
      ['a position, twenty lockers', positions] as const,
      ['the dearest address', [writeQuery({ address: DEAREST })], MAX_TIMES_OF_DEAREST] as const,
    ]) {
      const request = requestOneOf(queries);
      const warm = await compareProcessorTime(child, bare, request, REQUESTS, CONNECTIONS, MEDIAN);
      rows.push(belowBare(kind, warm, mostTimes));
    }
    rows.push(await measureMemory(child, 'memory afterwards'));
    return rows;
  } finally {
    bare.child.disconnect();
    await stopFunction(child);
  }
}

const writeQuery = (query: Record<string, string>) => new URLSearchParams(query).toString();

async function requestNearest(query: string): Promise<void> {
  const { status, body } = await get(`${ADDRESS}/api/nearest-points?${query}`);
  if (status !== 200 || !body.includes('"place":')) throw new Error(`${query}: ${status} ${body}`);
}
