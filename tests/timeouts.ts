/** Time limits that only catch hanging tests: even on the slowest machine, no test or expectation takes this long. */
export const TEST_MS = 300_000;
export const EXPECTATION_MS = 60_000;
/** The same for tests in a booted shop, each of which goes through a whole table. */
export const SHOP_TEST_MS = 30 * 60_000;
