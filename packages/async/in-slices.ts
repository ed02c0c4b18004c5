/** Leaves most of a frame for input on a slow phone. */
const SLICE_MS = 4;

/**
 * Runs a generator in tasks of a few milliseconds each.
 * @param sliceMs may be longer in a worker
 * @returns the generator's result
 * @throws what the generator throws
 */
export async function inSlices<Result>(work: Generator<void, Result>, sliceMs = SLICE_MS): Promise<Result> {
  for (;;) {
    const end = performance.now() + sliceMs;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
