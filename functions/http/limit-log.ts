import type { LogLine } from '../context.ts';
import { isRecent } from '../files/lru-cache.ts';

/** Minimum time between two lines of a route. */
const INTERVAL_MS = 1_000;

/**
 * Limits the lines of requests that no rate limit holds back, so that no client can fill a disk: at
 * most one per second for each route, with the number left out since the previous one. Routes are
 * patterns and kinds of files, a few dozen in all.
 */
export function createLogLimit(log: (line: LogLine) => void, now: () => number): (line: LogLine) => void {
  const routes = new Map<string, { loggedAtMs: number; leftOut: number }>();
  return (line) => {
    const last = routes.get(line.route);
    if (last !== undefined && isRecent(last.loggedAtMs, now(), INTERVAL_MS)) {
      last.leftOut++;
      return;
    }
    routes.set(line.route, { loggedAtMs: now(), leftOut: 0 });
    log(last === undefined || last.leftOut === 0 ? line : { ...line, leftOut: last.leftOut });
  };
}
