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
 * Starts the function and the pages on workerd, as at the edge. The debugger listens nine ports above.
 * @param settings settings of the function; those of the sandbox are ignored
 * @param config wrangler's arguments from `writeConfig` or `bindBucket`; empty for wrangler.jsonc as it is
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

/**
 * Writes wrangler.jsonc for a build.
 * @param folder this server's folder
 * @returns wrangler's arguments
 */
export function writeConfig(folder: string, build: string, limits = '"ratelimits"'): string[] {
  const config = `${folder}/wrangler.jsonc`;
  const changed = readFileSync('wrangler.jsonc', 'utf8')
    .replace('"ratelimits"', limits)
    .replace('functions/worker.ts', resolve('functions/worker.ts'))
    .replace('"directory": "build"', `"directory": "${build}"`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(config, changed);
  return ['--config', config];
}

/**
 * Deploys a published network with the pages.
 * @returns a copy of the build in this server's folder, into which the network was put
 */
export function deployNetwork(folder: string, published: string): string {
  const build = resolve(folder, 'build');
  rmSync(build, { recursive: true, force: true });
  cpSync('build', build, { recursive: true });
  prepareEdge(build, published);
  return build;
}

/**
 * Puts published streets into a bucket in this server's folder.
 * @returns wrangler's arguments: wrangler.jsonc for this build with the bucket bound, as in docs/operating.md
 */
export async function bindBucket(folder: string, build: string, streets: string): Promise<string[]> {
  const bucket = `${folder}/bucket`;
  rmSync(bucket, { recursive: true, force: true });
  const binding =
    '"r2_buckets": [{ "binding": "STREETS", "bucket_name": "droppoint-streets" }], "ratelimits"';
  const config = writeConfig(folder, build, binding);
  const filling = startProgram(['tests/fill-bucket.ts', config[1]!, bucket, streets], OFFLINE);
  const [code] = (await once(filling, 'exit')) as [number];
  if (code !== 0) throw new Error(`Filling the bucket failed with exit code ${code}.`);
  return [...config, '--persist-to', bucket];
}
