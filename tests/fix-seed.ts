import fc from 'fast-check';

/**
 * Gives fast-check the same seed every time, so that `npm test` fails only because of a change of the code. `npm run fuzz` chooses
 * another one each time.
 */
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 20_261_121) });
