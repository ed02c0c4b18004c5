import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds, as `dur`. */
  ts: number;
  dur?: number;
  args?: { name?: string };
}

/** Longest tasks of the page's main thread, milliseconds. */
export interface LongestTasks {
  draw: number;
  tour: number;
}

/** Writes down every task of the browser until `readLongestTasks`. */
export async function startTrace(browser: Browser, page: Page): Promise<void> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
}

/**
 * Ends the trace and finds the longest task (Chromium's `RunTask`) between the page's marks. The API for long tasks is silent below
 * 50 ms; a trace is not.
 * @throws Error where the trace has no tasks: another browser writes them otherwise
 */
export async function readLongestTasks(browser: Browser): Promise<LongestTasks> {
  const text = (await browser.stopTracing()).toString('utf8');
  const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] };
  const mark = (name: string) => traceEvents.find((event) => event.name === name);
  const begin = mark('draw-begins');
  if (begin === undefined) throw new Error('The trace has no marks of the page.');
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) =>
      ph === 'X' && name.endsWith('RunTask') && pid === begin.pid && tid === begin.tid,
  );
  if (tasks.length === 0) throw new Error('The trace has no tasks.');
  const longest = (from: string, to: string): number => {
    const [fromUs, toUs] = [mark(from)?.ts ?? 0, mark(to)?.ts ?? 0];
    const touching = tasks.filter(({ ts, dur = 0 }) => ts < toUs && ts + dur > fromUs);
    return Math.max(0, ...touching.map(({ dur = 0 }) => dur)) / 1000;
  };
  return { draw: longest('draw-begins', 'draw-ends'), tour: longest('tour-begins', 'tour-ends') };
}
