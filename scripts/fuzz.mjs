/**
 * `npm run fuzz`: tries ten thousand hostile values for each of the product's inputs, from a new seed each time (`npm test`: five
 * hundred, from a fixed seed), and all other tests that generate their inputs with fast-check. It prints the seed:
 * `npm run fuzz -- 7` repeats the run of seed 7.
 */
import { randomInt } from 'node:crypto';
import { installPackages } from './packages.mjs';
import { runTool, log } from './system.mjs';

installPackages('everything');
const seed = process.argv[2] ?? String(randomInt(2 ** 31));
log(`seed ${seed}`);
const environment = { ...process.env, FUZZ_INPUTS: '10000', FUZZ_SEED: seed };
process.exitCode = runTool('vitest', ['run', 'tests/security/fuzz', 'tests/unit'], environment);
