import { setTimeout as wait } from 'node:timers/promises';
import { hasRedis, type RedisProcess } from '../../../tests/functions/redis-process.ts';
import { canSetClock } from './nodes.ts';
import type { Clocks } from './shoppers.ts';
import type { World } from './world.ts';

/** Facts that a fault changes while it lasts, in addition to the servers. */
export interface Truth extends Clocks {
  /** The platform's lists and receipts differ from what is known. */
  platformTellsWrong: boolean;
}

/** A fault that lasts for a while. */
export interface Fault {
  name: string;
  /**
   * Causes the fault, and resolves when it is over. @param hold waits for the duration of the fault @param tries number of
   * repetitions, for faults that are repeated instead
   */
  run: (world: World, truth: Truth, hold: () => Promise<void>, tries: number) => Promise<void>;
  /** If set, the fault lasts a minute; others are shorter. */
  long?: true;
  /** Why the fault isn't tried here; absent if it is. */
  left?: string;
}

export const NODE_KILLED = 'a node gone (kill -9)';
export const RESTARTS = 'nodes restarted in turn';

/** The disk fills up during a run's reading of pages, and during its writing of files. */
const MAX_ROOM_BYTES = 2_500_000;
const DAY_SECONDS = 24 * 3600;
/** A node notices a change of its clock within a second, and responses may be pending or cached for another one. */
const CLOCK_SEEN_MS = 2_500;

const platform = (name: string, faults: readonly object[], more: Partial<Fault> = {}): Fault => ({
  name,
  async run(world, _, hold) {
    await world.platform.setFaults(faults);
    await hold();
    await world.platform.setFaults([]);
  },
  ...more,
});

const clock = (name: string, aheadSeconds: number): Fault => ({
  name,
  ...(canSetClock ? {} : { left: 'requires libfaketime (Debian: faketime)' }),
  async run({ nodes }, truth, hold) {
    truth.far = Math.abs(aheadSeconds) > DAY_SECONDS;
    for (const node of nodes) node.setClock(aheadSeconds);
    await hold();
    for (const node of nodes) node.setClock(0);
    await wait(CLOCK_SEEN_MS);
    truth.far = false;
  },
});

type Act = (redis: RedisProcess) => void | Promise<void>;
/** Makes a fault of the store that the nodes share. */
const sharedStore = (name: string, { breakIt, repair }: { breakIt: Act; repair: Act }): Fault => ({
  name,
  ...(hasRedis ? {} : { left: 'requires redis-server (Debian: redis-server)' }),
  async run({ redis }, _, hold) {
    await breakIt(redis!);
    await hold();
    await repair(redis!);
  },
});

/** Lists the faults in their order. @param ownMounts whether there is a separate disk that may be filled */
export const listFaults = (ownMounts: boolean): readonly Fault[] => [
  platform('platform slow (2 to 5 s)', [{ kind: 'latency', milliseconds: 2_000, jitterMilliseconds: 3_000 }]),
  platform('platform answers 429', [{ kind: 'answer', status: 429, headers: { 'Retry-After': '1' } }]),
  platform('platform answers 503', [{ kind: 'answer', status: 503 }]),
  platform('platform gone', [{ kind: 'close' }], { long: true }),
  {
    name: 'platform answers wrongly',
    async run({ platform: { setFaults } }, truth, hold) {
      truth.platformTellsWrong = true;
      await setFaults([
        { kind: 'answer', status: 200, as: 'html', share: 0.3 },
        { kind: 'truncate', routes: ['points', 'shipments'], share: 0.3 },
        { kind: 'missing-field', field: 'items', routes: ['points'], share: 0.3 },
        { kind: 'additive', routes: ['points'] },
      ]);
      await hold();
      await setFaults([]);
      truth.platformTellsWrong = false;
    },
  },
  {
    name: 'tokens ended by the platform',
    async run({ platform: { expireTokens } }, _, hold) {
      await expireTokens();
      await hold();
    },
  },
  {
    name: 'another version published',
    async run({ publishing }, _, hold) {
      await publishing.move('insert', 3);
      await publishing.publish();
      await hold();
    },
  },
  {
    name: 'publisher killed (-9) again and again',
    async run({ publishing }, _, __, tries) {
      await publishing.move('remove', 5);
      for (let at = 1; at <= tries; at++) await publishing.kill(at / (tries + 0.5));
      await publishing.publish();
    },
  },
  {
    name: 'disk full while publishing',
    ...(ownMounts ? {} : { left: 'requires a separate disk: run as root with unshare --mount' }),
    async run({ publishing }, _, __, tries) {
      await publishing.move('insert', 4);
      for (let at = 1; at <= tries; at++) await publishing.runWithoutRoom((at / tries) * MAX_ROOM_BYTES);
      await publishing.publish();
    },
  },
  clock('clocks an hour ahead', 3600),
  clock('clocks an hour behind', -3600),
  clock('clocks 400 days ahead', 400 * DAY_SECONDS),
  {
    name: 'another version published after that',
    async run({ publishing, served, nodes, known }) {
      await publishing.move('insert', 3);
      await publishing.publish();
      const seen = [...nodes.map(({ address }) => address), ...served.map(({ address }) => address)];
      await Promise.all(seen.map((address) => publishing.waitUntilKnown(address, known.firstId())));
    },
  },
  sharedStore('Redis gone (kill -9), and back with nothing', {
    breakIt: (redis) => redis.kill(),
    repair: (redis) => redis.start(),
  }),
  sharedStore('Redis hangs', {
    breakIt: (redis) => redis.signal('SIGSTOP'),
    repair: (redis) => redis.signal('SIGCONT'),
  }),
  {
    name: NODE_KILLED,
    async run({ nodes }, _, hold) {
      await nodes[0]!.end('SIGKILL');
      await hold();
      await nodes[0]!.start();
    },
  },
  {
    name: RESTARTS,
    async run({ nodes, publishing }) {
      for (const node of nodes) {
        const code = await node.end('SIGTERM');
        if (code !== 0) publishing.lost.push(`a node exited with ${code} after SIGTERM`);
        await node.start();
      }
    },
  },
];
