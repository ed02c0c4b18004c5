/** Runs something many times, with so many runs at once. */
export async function inParallel(times: number, atOnce: number, run: () => Promise<unknown>): Promise<void> {
  let left = times;
  const walk = async () => {
    while (left-- > 0) await run();
  };
  await Promise.all(Array.from({ length: atOnce }, walk));
}
