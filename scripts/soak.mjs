/**
 * `npm run soak`: load tests on this machine: a minute each of refusals, missing paths, files,
 * point checks, searches for the nearest points (also to addresses on streets), a parcel that
 * everyone looks at, shipments, and files through nginx; then ten minutes of consecutive faults.
 * Options: `--quick`, `--network FOLDER`,
 * `--only tokens|absent|files|points|nearest|addresses|parcels|sending|front|faults`.
 */
import { spawnSync } from 'node:child_process';
import { readEnvironment } from './environment.mjs';
import { buildPages, installPackages } from './packages.mjs';
import { findServers } from './find-programs.mjs';
import { which } from './system.mjs';

installPackages('everything');
buildPages(readEnvironment());
findServers();
const soak = [
  process.execPath,
  '--expose-gc',
  '--import',
  'tsx',
  'measure/soak/main.ts',
  ...process.argv.slice(2),
];
// Run in a separate mount namespace if possible, to fill a disk that no other process uses.
const ownMounts = which('unshare') !== undefined && spawnSync('unshare', ['--mount', 'true']).status === 0;
const [program, ...words] = ownMounts ? ['unshare', '--mount', ...soak] : soak;
const { status } = spawnSync(program, words, {
  stdio: 'inherit',
  env: { ...process.env, SOAK_OWN_MOUNTS: ownMounts ? 'yes' : 'no' },
});
process.exit(status ?? 1);
