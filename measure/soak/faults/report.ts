import { drawTable } from '../../bench/table.ts';
import { none, type Row } from '../table.ts';
import { NODE_KILLED, RESTARTS } from './plan.ts';
import {
  countOutcomes,
  during,
  measureRecovery,
  OUTCOMES,
  type Asked,
  type Broken,
  type Runtime,
} from './tally.ts';

const MAX_RECOVERY_MS = 5_000;
const MAX_EXAMPLES = 25;
/** A killed node's connections are closed within this time. */
const CUT_OFF_MS = 100;

export interface Walked {
  asked: readonly Asked[];
  broken: readonly Broken[];
  /** Faults that couldn't be tried here, and why. */
  left: readonly string[];
  /** Requests that were sent again on another connection, as browsers do. */
  sentAgain: readonly (readonly [runtime: Runtime, times: number])[];
  /** Lost points of published versions. */
  lost: readonly string[];
  publisherRuns: number;
  lostLogins: number;
}

/** Prints requests and faults; @returns the targets and whether they hold */
export function describeWalk(walked: Walked): Row[] {
  const { asked, broken, left, lost, publisherRuns, lostLogins } = walked;
  console.log(`\n${drawRoutes(asked)}\n\n${drawFaults(asked, broken)}`);
  const cutOff = findCutOff(asked, broken);
  const bad = asked.filter(({ outcome }) => outcome === 'failed' || outcome === 'wrong');
  for (const line of describeBad(bad)) console.log(line);
  for (const line of lost) console.log(`lost: ${line}`);
  for (const line of left) console.log(`not tried: ${line}`);
  const countOf = (requests: readonly Asked[], wanted: Asked['outcome']) =>
    requests.filter(({ outcome }) => outcome === wanted).length;
  const shoppers = asked.filter(({ who }) => who === 'shopper');
  const failed = shoppers.filter(({ outcome }) => outcome !== 'fine').length;
  const brokersFailed = countOf(asked, 'failed') - countOf(shoppers, 'failed') - cutOff.length;
  const recovery = Math.max(0, ...broken.map((each) => measureRecovery(asked, each)));
  const restarts = broken.filter(({ name }) => name === RESTARTS).flatMap((each) => during(asked, each));
  const dropped = restarts.filter(({ outcome }) => outcome !== 'fine').length;
  return [
    ['requests', asked.length.toLocaleString('en')],
    [
      'sent again, since a kept connection was closed',
      walked.sentAgain.map((each) => each.join(' ')).join(', '),
    ],
    none('wrong answers', countOf(asked, 'wrong')),
    none('errors that a shopper would see', failed, shoppers.length),
    none('brokers: neither an answer nor a refusal of ours', brokersFailed),
    ['brokers: under way at a node when it was killed', String(cutOff.length)],
    none(`lost of what is published, in ${publisherRuns} runs`, lost.length),
    none('logins that ended by themselves', lostLogins),
    [
      'longest recovery',
      `${(recovery / 1000).toFixed(1)} s`,
      `≤ ${MAX_RECOVERY_MS / 1000} s`,
      recovery <= MAX_RECOVERY_MS,
      'timed',
    ],
    ...(restarts.length === 0 ? [] : [none('dropped by restarts', dropped, restarts.length)]),
  ];
}

/**
 * Brokers' requests that were pending when their node was killed: nobody knows whether they took effect, so none may be repeated.
 */
function findCutOff(asked: readonly Asked[], broken: readonly Broken[]): Asked[] {
  const kills = broken.filter(({ name }) => name === NODE_KILLED).map(({ beganMs }) => beganMs);
  return asked.filter(
    ({ runtime, who, outcome, beganMs, endedMs }) =>
      runtime === 'node' &&
      who === 'broker' &&
      outcome === 'failed' &&
      kills.some((killedMs) => beganMs < killedMs + CUT_OFF_MS && endedMs >= killedMs),
  );
}

function drawRoutes(asked: readonly Asked[]): string {
  const rows = [...countOutcomes(asked, ({ who, route, runtime }) => `${who}\t${route}\t${runtime}`)].sort(
    ([a], [b]) => (a < b ? 1 : -1),
  );
  return drawTable(
    ['route', 'runtime', ...OUTCOMES],
    rows.map(([name, counts]) => {
      const [who, route, runtime] = name.split('\t') as [string, string, string];
      return [`${who}: ${route}`, runtime, ...OUTCOMES.map((outcome) => String(counts[outcome]))];
    }),
  );
}

function drawFaults(asked: readonly Asked[], broken: readonly Broken[]): string {
  return drawTable(
    ['meanwhile', 'requests', 'shoppers’ errors', 'brokers refused', 'back on node', 'on workerd'],
    broken.map((each) => {
      const meanwhile = during(asked, each);
      const recovery = (runtime: Asked['runtime']) =>
        `${(
          measureRecovery(
            asked.filter((request) => request.runtime === runtime),
            each,
          ) / 1000
        ).toFixed(1)} s`;
      return [
        each.name,
        String(meanwhile.length),
        String(meanwhile.filter(({ who, outcome }) => who === 'shopper' && outcome !== 'fine').length),
        String(meanwhile.filter(({ who, outcome }) => who === 'broker' && outcome === 'refused').length),
        recovery('node'),
        recovery('workerd'),
      ];
    }),
  );
}

/** Each kind of outcome with an example and its number; addresses, ids and numbers make no difference between kinds. */
function describeBad(bad: readonly Asked[]): string[] {
  const kinds = new Map<string, { example: string; count: number }>();
  for (const { runtime, route, detail } of bad) {
    const kind = `${runtime} ${route} ${detail.replace(/\/\S+|[\w-]*\d[\w-]*/g, '…')}`;
    const own = kinds.get(kind) ?? { example: `${runtime}, ${route}: ${detail}`, count: 0 };
    kinds.set(kind, { ...own, count: own.count + 1 });
  }
  return [...kinds.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_EXAMPLES)
    .map(({ example, count }) => `${count} × ${example}`);
}
