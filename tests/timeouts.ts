/** Time limits that find only what hangs: on the slowest machine no test and no expectation needs as long. */
export const TEST_MS = 300_000;
export const EXPECTATION_MS = 60_000;
