export interface Throttle {
  /** Runs the work now when the last run is long enough ago, else once when it will be. */
  request(): void;
  /** Runs the work now, and drops a run that was put off. */
  flush(): void;
  /** Drops a run that was put off. */
  cancel(): void;
}

export interface ThrottleClock {
  now: () => number;
  /** @returns a function that calls the run off */
  later: (run: () => void, delayMs: number) => () => void;
}

const browserClock: ThrottleClock = {
  now: () => performance.now(),
  later: (run, delayMs) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Keeps runs of some work at least `intervalMs` apart; the first comes at once, and the last request is never lost. */
export function createThrottle(run: () => void, intervalMs: number, clock = browserClock): Throttle {
  let lastRunMs = -Infinity;
  let callOff: (() => void) | null = null;

  const cancel = () => {
    callOff?.();
    callOff = null;
  };
  const flush = () => {
    cancel();
    lastRunMs = clock.now();
    run();
  };
  const request = () => {
    if (callOff !== null) return;
    const waitMs = lastRunMs + intervalMs - clock.now();
    if (waitMs <= 0) flush();
    else callOff = clock.later(flush, waitMs);
  };
  return { request, flush, cancel };
}
