export interface Throttle {
  /** Runs the work now when the last run is long enough ago, else once when it will be. */
  request(): void;
  /** Drops a run that was put off. */
  cancel(): void;
}

/** Keeps runs of some work at least `intervalMs` apart; the first comes at once, and the last request is never lost. */
export function createThrottle(run: () => void, intervalMs: number): Throttle {
  let lastRunMs = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const runNow = () => {
    timer = undefined;
    lastRunMs = performance.now();
    run();
  };
  return {
    request() {
      if (timer !== undefined) return;
      const waitMs = lastRunMs + intervalMs - performance.now();
      if (waitMs <= 0) runNow();
      else timer = setTimeout(runNow, waitMs);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
