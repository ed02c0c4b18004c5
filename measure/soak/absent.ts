import { measureMemory } from './memory.ts';
import { get, sendSteadily } from './send.ts';
import { ADDRESS, startFunction, stopFunction } from './start.ts';
import { all, none, type Row } from './table.ts';
import { makeFolder } from '../../tests/temporary-folder.ts';

/** Requests many paths without a file, each once, and checks what other clients get meanwhile from a node with a small heap. */
const HEAP_MEBIBYTES = 400;
const PATH_LENGTH = 30_000;
const PATHS = 100_000;
const PATHS_QUICK = 10_000;
const CONNECTIONS = 32;
/** Well-formed requests: how many are sent per second, and how many of them must be answered. */
const SENT_A_SECOND = 550;
const MIN_ANSWERED_A_SECOND = 500;
const WELL_FORMED = ['/', '/embed', '/account', '/api/health'];

/** Requires a build. */
export async function soakAbsent(isQuick: boolean): Promise<Row[]> {
  const paths = isQuick ? PATHS_QUICK : PATHS;
  const child = await startFunction(
    'http://127.0.0.1:9',
    { SERVED_PAGES: 'build', SNAPSHOT_DIR: makeFolder() },
    [`--max-old-space-size=${HEAP_MEBIBYTES}`],
  );
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const letters = 'x'.repeat(PATH_LENGTH);
  let sent = 0;
  let absent = 0;
  const attack = async () => {
    while (sent < paths && isAlive())
      if ((await get(`${ADDRESS}/x${sent++}${letters}`)).status === 404) absent++;
  };
  const startedMs = performance.now();
  const attacks = Promise.all(Array.from({ length: CONNECTIONS }, attack));
  const statuses = await requestBeside(attacks, isAlive);
  const elapsedMs = performance.now() - startedMs;
  const answered = statuses.filter((status) => status === 200).length;
  const aSecond = answered / (elapsedMs / 1000);
  const rows: Row[] = [
    all(`paths of ${PATH_LENGTH} characters without a file: 404`, absent, paths),
    ['absent paths a second', (absent / (elapsedMs / 1000)).toFixed(0)],
    [
      'well-formed requests beside them, answered a second',
      aSecond.toFixed(0),
      `≥ ${MIN_ANSWERED_A_SECOND}`,
      aSecond >= MIN_ANSWERED_A_SECOND,
      'timed',
    ],
    none('… not answered 200', statuses.length - answered),
  ];
  if (!isAlive()) return [...rows, ['the process', 'ended', 'survives', false]];
  rows.push(await measureMemory(child, `memory at a heap of ${HEAP_MEBIBYTES} MiB`));
  await stopFunction(child);
  return rows;
}

/** Sends well-formed requests until the attacks end. @returns the statuses of the responses */
function requestBeside(attacks: Promise<unknown>, isAlive: () => boolean): Promise<number[]> {
  let isOver = false;
  void attacks.finally(() => (isOver = true));
  return sendSteadily(
    SENT_A_SECOND,
    () => isOver || !isAlive(),
    async (at) => (await get(ADDRESS + WELL_FORMED[at % WELL_FORMED.length]!)).status,
  );
}
