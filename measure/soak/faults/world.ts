import { type ChildProcess, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildRelease } from '../../../scripts/build-release.mjs';
import { hasRedis, RedisProcess } from '../../../tests/functions/redis-process.ts';
import { end, waitUntilReady } from '../../../tests/processes.ts';
import { hasNginx, type Front } from '../../../tests/release/start-front.ts';
import { KnownNetwork } from './known.ts';
import { Node } from './nodes.ts';
import { createPlatform, type Platform } from './platform.ts';
import { Publishing } from './publishing.ts';
import {
  addressOf,
  checkPorts,
  FOLDER,
  makeSettings,
  originOf,
  PORTS,
  sandboxSettings,
  start,
  startFront,
  startStore,
  startWorkerd,
} from './servers.ts';
import type { Runtime } from './tally.ts';

const ANDORRA = 'sandbox/streets/andorra.pmtiles';
/** Size of the disk for the published network, if one can be mounted. */
const DISK_KB = 256 * 1024;

/** A server, with the origin that browsers see. */
export interface Served {
  runtime: Runtime;
  address: string;
  origin: string;
}

/** The whole product: a platform, its published network, two nodes behind nginx, and workerd. */
export interface World {
  platform: Platform;
  account: string;
  clientId: string;
  known: KnownNetwork;
  publishing: Publishing;
  nodes: readonly Node[];
  /** The store that the nodes share; null without redis-server. */
  redis: RedisProcess | null;
  served: readonly Served[];
  stop(): Promise<void>;
}

/** Starts everything. Requires a build and nginx. @param ownMounts whether this process may mount a private disk */
export async function startWorld(ownMounts: boolean): Promise<World> {
  if (!hasNginx)
    throw new Error(
      'This requires nginx with brotli (Debian: nginx-light, libnginx-mod-http-brotli-static).',
    );
  if (!existsSync('build/index.html')) throw new Error('There is no build/ yet. Run npx vite build.');
  await checkPorts();
  const disk = join(FOLDER, 'published');
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(disk, { recursive: true });
  if (ownMounts) spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_KB}k`, 'tmpfs', disk]);
  const [network, streets] = [join(disk, 'network'), join(disk, 'streets')];
  const settings = makeSettings(network, streets);
  const release = await buildRelease('build', FOLDER, {});
  const log = (name: string) => join(FOLDER, `${name}.log`);
  const children: ChildProcess[] = [];
  const fronts: Front[] = [];
  const redis = hasRedis ? new RedisProcess(PORTS.redis) : null;
  const shared = redis && { REDIS_URL: `redis://127.0.0.1:${redis.port}` };
  const nodes = PORTS.nodes.map((port) => new Node(release, FOLDER, port, { ...settings, ...shared }));
  const stop = async () => {
    await Promise.all([
      ...nodes.map((node) => node.end('SIGTERM')),
      ...fronts.map((front) => front.stop()),
      ...children.map((child) => end(child)),
      redis?.kill(),
    ]);
    if (ownMounts) spawnSync('umount', ['-l', disk]);
  };
  try {
    children.push(start(['sandbox/main.ts'], sandboxSettings(), log('platform')));
    await waitUntilReady(`${settings.PLATFORM_BASE_URL}/__sandbox/faults`, children[0]);
    const taking = start(
      [join(release, 'droppoint.mjs'), 'streets', resolve(ANDORRA)],
      settings,
      log('streets'),
    );
    await new Promise((ended) => taking.once('exit', ended));
    const known = new KnownNetwork(settings.PLATFORM_BASE_URL);
    const platform = createPlatform(settings.PLATFORM_BASE_URL);
    const publishing = new Publishing({
      release,
      settings,
      disk,
      network,
      known,
      platform,
      log: log('publishing'),
    });
    await publishing.publishFirst();
    await redis?.start();
    await Promise.all(nodes.map((node) => node.start()));
    fronts.push(await startFront(network), await startStore(disk));
    const startEdge = async () => {
      const child = startWorkerd(settings, log('workerd'));
      children.push(child);
      await waitUntilReady(`${addressOf(PORTS.worker)}/api/health`, child);
    };
    await startEdge().catch(async () => {
      // On a busy machine, wrangler sometimes hangs while it starts.
      await end(children.at(-1)!);
      await startEdge();
    });
    return {
      platform,
      account: settings.PLATFORM_ACCOUNT_URL,
      clientId: settings.PLATFORM_CLIENT_ID,
      known,
      publishing,
      nodes,
      redis,
      served: [
        { runtime: 'node', address: addressOf(PORTS.front), origin: originOf(PORTS.front) },
        { runtime: 'workerd', address: addressOf(PORTS.worker), origin: originOf(PORTS.worker) },
      ],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
