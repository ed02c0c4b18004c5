/** `npm run soak`: load on the product, on this machine alone: a minute of refusals, files, point checks, questions for the nearest, files through nginx in front, and ten minutes in which one thing after the other breaks; `--quick`, `--only tokens|files|points|nearest|front|faults`, `--network FOLDER`. Ends by itself. */
import { spawnSync } from 'node:child_process';
import { installPackages } from './packages.mjs';
import { findServers } from './find-programs.mjs';
import { which } from './system.mjs';

installPackages();
findServers();
const soak = [process.execPath, '--import', 'tsx', 'tests/soak/main.ts', ...process.argv.slice(2)];
// With mounts of its own it can fill a disk that nobody else has.
const ownMounts = which('unshare') !== undefined && spawnSync('unshare', ['--mount', 'true']).status === 0;
const [program, ...words] = ownMounts ? ['unshare', '--mount', ...soak] : soak;
const { status } = spawnSync(program, words, {
  stdio: 'inherit',
  env: { ...process.env, SOAK_OWN_MOUNTS: ownMounts ? 'yes' : 'no' },
});
process.exit(status ?? 1);
