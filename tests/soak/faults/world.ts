import type { ChildProcess } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildRelease } from '../../../scripts/build-release.mjs';
import { adaptConfig, hasNginx, layOut, startNginx, type Front } from '../../release/start-front.ts';
import { listChildren, readFamilyTimeMs } from '../family-time.ts';
import { KnownNetwork, POINTS } from './known.ts';
import { Node } from './nodes.ts';
import { createPlatform, type Platform } from './platform.ts';
import { end, start, waitUntilReady } from './processes.ts';
import { Publishing } from './publishing.ts';
import type { Runtime } from './tally.ts';

const FOLDER = resolve('.cache/soak-faults');
const ANDORRA = 'sandbox/streets/andorra.pmtiles';
const CLIENT_ID = 'droppoint-sandbox';
/** What is published lies on a disk of this size, where one can be mounted. */
const DISK_KB = 256 * 1024;

const PORTS = { platform: 42_110, nodes: [42_120, 42_121], front: 42_122, store: 42_123, worker: 42_124 };
const originOf = (port: number) => `http://localhost:${port}`;
const addressOf = (port: number) => `http://127.0.0.1:${port}`;

/** Who serves, and what browsers call it. */
export interface Served {
  runtime: Runtime;
  address: string;
  origin: string;
}

/** The whole product: a platform, its network published, two nodes behind nginx, and workerd. */
export interface World {
  platform: Platform;
  account: string;
  clientId: string;
  known: KnownNetwork;
  publishing: Publishing;
  nodes: readonly Node[];
  served: readonly Served[];
  /** Processor time of workerd by now. */
  readEdgeTimeMs: () => number;
  stop(): Promise<void>;
}

/** Needs a build and nginx. @param ownMounts whether this process may mount a disk that nobody else sees */
export async function startWorld(ownMounts: boolean): Promise<World> {
  if (!hasNginx)
    throw new Error('This needs nginx with brotli (Debian: nginx-light, libnginx-mod-http-brotli-static).');
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
  const nodes = PORTS.nodes.map((port) => new Node(release, FOLDER, port, settings));
  const stop = async () => {
    await Promise.all([
      ...nodes.map((node) => node.end('SIGTERM')),
      ...fronts.map((front) => front.stop()),
      ...children.map((child) => end(child, 'SIGTERM')),
    ]);
    if (ownMounts) spawnSync('umount', ['-l', disk]);
  };
  try {
    children.push(start(['--import', 'tsx', 'sandbox/main.ts'], sandboxSettings(), log('platform')));
    await waitUntilReady(`${settings.PLATFORM_BASE_URL}/__sandbox/faults`, children[0]!);
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
    await publishing.begin();
    await Promise.all(nodes.map((node) => node.start()));
    fronts.push(await startFront(network), await startStore(disk));
    const edge = await startWorkerd(settings, log('workerd'));
    children.push(edge);
    return {
      platform,
      account: settings.PLATFORM_ACCOUNT_URL,
      clientId: CLIENT_ID,
      known,
      publishing,
      nodes,
      served: [
        { runtime: 'node', address: addressOf(PORTS.front), origin: originOf(PORTS.front) },
        { runtime: 'workerd', address: addressOf(PORTS.worker), origin: originOf(PORTS.worker) },
      ],
      readEdgeTimeMs: () => findWorkerd(edge.pid!).reduce((sum, pid) => sum + readFamilyTimeMs(pid), 0),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** workerd itself, below what serves a developer. */
const findWorkerd = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'workerd'
    ? [pid]
    : listChildren(pid).flatMap(findWorkerd);

const sandboxSettings = () => ({
  SANDBOX_PORT: String(PORTS.platform),
  SANDBOX_POINTS: String(POINTS),
  SANDBOX_DATA: '',
  SANDBOX_SEED: '1',
  SANDBOX_FAULTS: '',
  APP_ORIGIN: `${originOf(PORTS.front)},${originOf(PORTS.worker)}`,
});

const makeSettings = (network: string, streets: string) => ({
  APP_ORIGIN: originOf(PORTS.front),
  PLATFORM_ENV: 'stage',
  PLATFORM_BASE_URL: addressOf(PORTS.platform),
  PLATFORM_AUTH_URL: addressOf(PORTS.platform + 1),
  PLATFORM_ACCOUNT_URL: addressOf(PORTS.platform + 2),
  PLATFORM_CLIENT_ID: CLIENT_ID,
  PLATFORM_CLIENT_SECRET: 'sandbox-secret-not-for-production-0123456789',
  SESSION_KEYS: `soak:${randomBytes(32).toString('base64url')}`,
  TRUSTED_PROXY_HEADER: 'x-real-ip',
  // One client asks everything here.
  RATE_LIMITS: 'off',
  SNAPSHOT_DIR: network,
  STREETS_DIR: streets,
});

async function startFront(network: string): Promise<Front> {
  const folder = layOut('build', network);
  const [first, ...more] = PORTS.nodes as [number, ...number[]];
  const servers = more.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ');
  const config = adaptConfig(readFileSync('deploy/nginx.conf', 'utf8'), folder, PORTS.front, first);
  return startNginx(config.replace('keepalive 32;', `${servers}\n    keepalive 32;`), folder, PORTS.front);
}

/** Where workerd reads what is published: files and ranges of them, as any store answers. */
async function startStore(disk: string): Promise<Front> {
  const folder = join(FOLDER, 'store');
  mkdirSync(folder, { recursive: true });
  const config = `pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
    http { access_log off; server { listen 127.0.0.1:${PORTS.store}; root ${disk}; } }`;
  return startNginx(config, folder, PORTS.store);
}

async function startWorkerd(settings: Record<string, string>, log: string): Promise<ChildProcess> {
  const config = join(FOLDER, 'wrangler.jsonc');
  const { SNAPSHOT_DIR: _, STREETS_DIR: __, TRUSTED_PROXY_HEADER: ___, ...shared } = settings;
  const vars = {
    ...shared,
    APP_ORIGIN: originOf(PORTS.worker),
    SNAPSHOT_URL: `${addressOf(PORTS.store)}/network/`,
    STREETS_URL: `${addressOf(PORTS.store)}/streets/`,
  };
  writeFileSync(
    config,
    readFileSync('wrangler.jsonc', 'utf8')
      .replace('functions/worker.ts', resolve('functions/worker.ts'))
      .replace('"directory": "build"', `"directory": "${resolve('build')}"`)
      .replace('"assets": {', `"vars": ${JSON.stringify(vars)}, "assets": {`),
  );
  const environment = {
    EDGE_CONFIG: config,
    EDGE_PORT: String(PORTS.worker),
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  };
  const child = start(['--import', 'tsx', 'tests/soak/faults/serve-edge.ts'], environment, log);
  await waitUntilReady(`${addressOf(PORTS.worker)}/api/health`, child);
  return child;
}
