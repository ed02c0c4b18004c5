import { drawTable } from '../../bench/table.ts';
import { none, type Row } from '../table.ts';
import { NODE_KILLED, RESTARTS } from './plan.ts';
import {
  countOutcomes,
  during,
  measureRecovery,
  OUTCOMES,
  type SentRequest,
  type Broken,
  type Runtime,
} from './tally.ts';

const MAX_RECOVERY_MS = 5_000;
const MAX_EXAMPLES = 25;
/** The time within which the connections of a killed node are closed. */
const CUT_OFF_MS = 100;

export interface Walked {
  requests: readonly SentRequest[];
  broken: readonly Broken[];
  /** Faults that couldn't be tried here, each with the reason. */
  left: readonly string[];
  /** Requests that were sent again on another connection, as browsers do. */
  sentAgain: readonly (readonly [runtime: Runtime, times: number])[];
  /** Descriptions of points that published versions lost. */
  lost: readonly string[];
  publisherRuns: number;
  lostLogins: number;
}

/** Prints a summary of requests and faults. @returns the targets, and whether they are met */
export function describeWalk(walked: Walked): Row[] {
  const { requests, broken, left, lost, publisherRuns, lostLogins } = walked;
  console.log(`\n${drawRoutes(requests)}\n\n${drawFaults(requests, broken)}`);
  const cutOff = findCutOff(requests, broken);
  const bad = requests.filter(({ outcome }) => outcome === 'failed' || outcome === 'wrong');
  for (const line of describeBad(bad)) console.log(line);
  for (const line of lost) console.log(`lost: ${line}`);
  for (const line of left) console.log(`not tried: ${line}`);
  const countOf = (sent: readonly SentRequest[], kind: SentRequest['outcome']) =>
    sent.filter(({ outcome }) => outcome === kind).length;
  const shoppers = requests.filter(({ who }) => who === 'shopper');
  const failed = shoppers.filter(({ outcome }) => outcome !== 'fine').length;
  const brokersFailed = countOf(requests, 'failed') - countOf(shoppers, 'failed') - cutOff.length;
  const recovery = Math.max(0, ...broken.map((each) => measureRecovery(requests, each)));
  const restarts = broken.filter(({ name }) => name === RESTARTS).flatMap((each) => during(requests, each));
  const dropped = restarts.filter(({ outcome }) => outcome !== 'fine').length;
  return [
    ['requests', requests.length.toLocaleString('en')],
    [
      'sent again because a kept-alive connection closed',
      walked.sentAgain.map((each) => each.join(' ')).join(', '),
    ],
    none('wrong answers', countOf(requests, 'wrong')),
    none('errors that a shopper would see', failed, shoppers.length),
    none('brokers: neither a response nor our own refusal', brokersFailed),
    ['brokers: pending at a node when it was killed', String(cutOff.length)],
    none(`published data lost in ${publisherRuns} runs`, lost.length),
    none('logins that ended on their own', lostLogins),
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
 * Finds brokers' requests that were pending when their node was killed. Nobody knows whether they took effect, so none may be repeated.
 */
function findCutOff(requests: readonly SentRequest[], broken: readonly Broken[]): SentRequest[] {
  const kills = broken.filter(({ name }) => name === NODE_KILLED).map(({ startedMs }) => startedMs);
  return requests.filter(
    ({ runtime, who, outcome, startedMs, endedMs }) =>
      runtime === 'node' &&
      who === 'broker' &&
      outcome === 'failed' &&
      kills.some((killedMs) => startedMs < killedMs + CUT_OFF_MS && endedMs >= killedMs),
  );
}

function drawRoutes(requests: readonly SentRequest[]): string {
  const rows = [...countOutcomes(requests, ({ who, route, runtime }) => `${who}\t${route}\t${runtime}`)].sort(
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

function drawFaults(requests: readonly SentRequest[], broken: readonly Broken[]): string {
  return drawTable(
    ['meanwhile', 'requests', 'shoppers’ errors', 'brokers refused', 'back on node', 'on workerd'],
    broken.map((each) => {
      const meanwhile = during(requests, each);
      const recovery = (runtime: SentRequest['runtime']) =>
        `${(
          measureRecovery(
            requests.filter((request) => request.runtime === runtime),
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

/** Describes each kind of bad outcome with an example and its number. Outcomes that differ only in addresses, ids or numbers are of one kind. */
function describeBad(bad: readonly SentRequest[]): string[] {
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
