/** Folder for files that the bench creates and keeps between runs. */
export const BENCH_FOLDER = '.cache/bench';

/** The first of the bench's own ports. */
export const FIRST_PORT = 47_000;
