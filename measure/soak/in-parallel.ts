/** Runs something many times, with `atOnce` runs at a time. */
export async function inParallel(times: number, atOnce: number, run: () => Promise<unknown>): Promise<void> {
  let left = times;
  const walk = async () => {
    while (left-- > 0) await run();
  };
  await Promise.all(Array.from({ length: atOnce }, walk));
}
