/**
 * `npm run fuzz`: ten thousand hostile inputs at each door of the product, other ones every time. `npm test` sends the same two thousand
 * through each. It prints its seed: `npm run fuzz -- 7` is the run of seed 7 once more.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { installPackages } from './packages.mjs';
import { say } from './system.mjs';

installPackages();
// What the sources' tsconfig.json extends.
spawnSync('node_modules/.bin/svelte-kit', ['sync'], { stdio: 'inherit' });
const seed = process.argv[2] ?? String(randomInt(2 ** 31));
say(`seed ${seed}`);
const { status } = spawnSync('node_modules/.bin/vitest', ['run', 'tests/security/fuzz'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_INPUTS: '10000', FUZZ_SEED: seed },
});
process.exitCode = status ?? 1;
