/** Files that the bench makes and keeps between runs. */
export const BENCH_FOLDER = '.cache/bench';

/** The bench's own ports start here. */
export const FIRST_PORT = 47_000;
