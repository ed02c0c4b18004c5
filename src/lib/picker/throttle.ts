/** Keeps runs at least `intervalMs` apart; the first is immediate, and the last request is never lost. */
export function createThrottle(run: () => void, intervalMs: number) {
  let lastRunMs = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const runNow = () => {
    timer = undefined;
    lastRunMs = performance.now();
    run();
  };
  return {
    /** Runs the work now if the last run was long enough ago, otherwise once as soon as it is. */
    request(): void {
      if (timer !== undefined) return;
      const waitMs = lastRunMs + intervalMs - performance.now();
      if (waitMs <= 0) runNow();
      else timer = setTimeout(runNow, waitMs);
    },
    cancel(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
