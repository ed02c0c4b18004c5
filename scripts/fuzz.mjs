/**
 * `npm run fuzz`: ten thousand hostile inputs at each door of the product, other ones every time. `npm test` sends the same two thousand
 * through each. It prints its seed: `npm run fuzz -- 7` is the run of seed 7 once more.
 */
import { randomInt } from 'node:crypto';
import { installPackages } from './packages.mjs';
import { runTool, say } from './system.mjs';

installPackages();
const seed = process.argv[2] ?? String(randomInt(2 ** 31));
say(`seed ${seed}`);
const environment = { ...process.env, FUZZ_INPUTS: '10000', FUZZ_SEED: seed };
process.exitCode = runTool('vitest', ['run', 'tests/security/fuzz'], environment);
