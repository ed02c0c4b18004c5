import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { adaptConfig, layOut, startNginx, type Front } from '../../../tests/release/start-front.ts';
import { listen, startProgram } from '../../../tests/processes.ts';
import { settingsAt } from '../../../tests/sandbox/platform-settings.ts';
import { POINTS } from './known.ts';

/** Folder for all files of the fault walk. */
export const FOLDER = resolve('.cache/soak-faults');

export const PORTS = {
  platform: 42_110,
  nodes: [42_120, 42_121],
  front: 42_122,
  store: 42_123,
  worker: 42_124,
  redis: 42_125,
};

/** @throws Error if something is already listening: a server that an earlier run left behind would be mistaken for this run's */
export async function checkPorts(): Promise<void> {
  for (const port of Object.values(PORTS).flat()) await (await listen(() => undefined, port)).close();
}

export const originOf = (port: number) => `http://localhost:${port}`;
export const addressOf = (port: number) => `http://127.0.0.1:${port}`;

/** Starts a Node program. @param logFile file to which its output is appended */
export function start(
  words: readonly string[],
  environment: Record<string, string>,
  logFile: string,
): ChildProcess {
  const log = openSync(logFile, 'a');
  return startProgram(words, environment, ['ignore', log, log]);
}

/** Makes the settings of the sandbox that acts as the platform. */
export const sandboxSettings = () => ({
  SANDBOX_PORT: String(PORTS.platform),
  SANDBOX_POINTS: String(POINTS),
  SANDBOX_DATA: '',
  SANDBOX_SEED: '1',
  SANDBOX_FAULTS: '',
  APP_ORIGIN: `${originOf(PORTS.front)},${originOf(PORTS.worker)}`,
});

/** Makes the settings of the nodes and the publisher. @param network folder of the network @param streets folder of the streets */
export const makeSettings = (network: string, streets: string) => ({
  APP_ORIGIN: originOf(PORTS.front),
  ...settingsAt(PORTS.platform),
  SESSION_KEYS: `soak:${randomBytes(32).toString('base64url')}`,
  TRUSTED_PROXY_HEADER: 'x-real-ip',
  // All requests come from the same client.
  RATE_LIMITS: 'off',
  SNAPSHOT_DIR: network,
  STREETS_DIR: streets,
});

/** Starts nginx in front of the nodes, with deploy/nginx.conf. */
export async function startFront(network: string): Promise<Front> {
  const folder = layOut('build', network);
  const [first, ...more] = PORTS.nodes as [number, ...number[]];
  const servers = more.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ');
  const config = adaptConfig(folder, PORTS.front, first);
  return startNginx(config.replace('keepalive 32;', `${servers}\n    keepalive 32;`), folder, PORTS.front);
}

/** Starts a store from which workerd reads the published files, whole or in ranges, as it would from any object store. */
export async function startStore(disk: string): Promise<Front> {
  const folder = join(FOLDER, 'store');
  mkdirSync(folder, { recursive: true });
  const config = `pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
    http { access_log off; server { listen 127.0.0.1:${PORTS.store}; root ${disk}; } }`;
  return startNginx(config, folder, PORTS.store);
}

export function startWorkerd(settings: Record<string, string>, log: string): ChildProcess {
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
  return start(['measure/soak/faults/serve-edge.ts'], environment, log);
}
