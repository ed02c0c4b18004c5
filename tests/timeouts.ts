/** Time limits that only catch hanging tests: even on the slowest machine, no test or expectation takes this long. */
export const TEST_MS = 300_000;
export const EXPECTATION_MS = 60_000;
