/** Leaves a slow phone most of a frame for what the shopper does. */
const SLICE_MS = 4;

/**
 * Does work of many steps in tasks of a few milliseconds.
 * @param sliceMs may be longer where nobody waits for the thread
 * @returns what the work comes to; throws what it throws
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
