import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { prepareEdge } from '../scripts/prepare-edge.mjs';
import { startLogged, startProgram } from './processes.ts';

/** Keeps wrangler from making requests to the outside. */
export const OFFLINE = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_LOG: 'log',
};
export const WRANGLER = 'node_modules/wrangler/bin/wrangler.js';

/**
 * Starts the function and the pages on workerd, as at the edge. Its debugger listens nine ports above.
 * @param settings of the function, and those of the sandbox, which are left out
 * @param config wrangler's arguments, of `writeConfig` or `bindBucket`; without them wrangler.jsonc as it is
 */
export function startWorkerd(
  port: number,
  settings: Readonly<Record<string, string>>,
  config: readonly string[],
  logFile: string,
): ChildProcess {
  const variables = Object.entries(settings)
    .filter(([key]) => !key.startsWith('SANDBOX_') && key !== 'PORT')
    .flatMap(([key, value]) => ['--var', `${key}:${value}`]);
  const ports = ['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', String(port + 9)];
  return startLogged([WRANGLER, 'dev', ...config, ...ports, ...variables], OFFLINE, logFile);
}

/** Writes wrangler.jsonc for the given build. @returns wrangler's arguments */
export function writeConfig(port: number, build: string, limits = '"ratelimits"'): string[] {
  const config = `.cache/tests/wrangler-${port}.jsonc`;
  const changed = readFileSync('wrangler.jsonc', 'utf8')
    .replace('"ratelimits"', limits)
    .replace('functions/worker.ts', resolve('functions/worker.ts'))
    .replace('"directory": "build"', `"directory": "${build}"`);
  mkdirSync('.cache/tests', { recursive: true });
  writeFileSync(config, changed);
  return ['--config', config];
}

/** Deploys a published network with the pages. @returns the folder: a copy of the build, into which the network was put */
export function deployNetwork(port: number, published: string): string {
  const build = resolve(`.cache/tests/edge-${port}`);
  rmSync(build, { recursive: true, force: true });
  cpSync('build', build, { recursive: true });
  prepareEdge(build, published);
  return build;
}

/**
 * Puts published streets into a local bucket.
 * @returns wrangler's arguments: wrangler.jsonc for this build with the bucket bound, as in docs/operating.md
 */
export async function bindBucket(port: number, build: string, streets: string): Promise<string[]> {
  const state = `.cache/tests/bucket-${port}`;
  rmSync(state, { recursive: true, force: true });
  const binding =
    '"r2_buckets": [{ "binding": "STREETS", "bucket_name": "droppoint-streets" }], "ratelimits"';
  const config = writeConfig(port, build, binding);
  const [code] = (await once(
    startProgram(['tests/fill-bucket.ts', config[1]!, state, streets], OFFLINE),
    'exit',
  )) as [number];
  if (code !== 0) throw new Error(`the bucket could not be filled: ${code}`);
  return [...config, '--persist-to', state];
}
