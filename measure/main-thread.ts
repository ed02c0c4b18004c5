import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Start in microseconds, like `dur` (clock time) and `tdur` (the thread's time on a core). */
  ts: number;
  dur?: number;
  tdur?: number;
}

/** A task of a page's main thread (Chromium's `RunTask`), in milliseconds. */
export interface Task {
  /** Clock time: how long input has to wait for the task. */
  wallMs: number;
  /** Processor time: without the time that the machine spent on other work. */
  cpuMs: number;
}

export interface Trace {
  /** Lists the tasks between two of the page's marks (`performance.mark`), in order, including those that set the marks. */
  tasksBetween(from: string, to: string): Task[];
  /** Lists the same tasks without the one that set the second mark, so that consecutive marks share no task. */
  tasksUntil(from: string, to: string): Task[];
}

/** Records every task of the browser until `readTrace`. The API for long tasks omits those below 50 ms; a trace does not. */
export async function startTrace(browser: Browser, page: Page): Promise<void> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
}

/**
 * Ends the trace.
 * @param mark any mark that the page set during the trace; it identifies the page's thread
 * @throws Error if the trace has no such mark, or no tasks, as other browsers write another format
 */
export async function readTrace(browser: Browser, mark: string): Promise<Trace> {
  const text = (await browser.stopTracing()).toString('utf8');
  const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] };
  const find = (name: string) => {
    const event = traceEvents.find((event) => event.name === name);
    if (event === undefined) throw new Error(`The trace has no mark "${name}".`);
    return event;
  };
  const { pid, tid } = find(mark);
  const tasks = traceEvents.filter(
    (event) => event.ph === 'X' && event.name.endsWith('RunTask') && event.pid === pid && event.tid === tid,
  );
  if (tasks.length === 0) throw new Error('The trace has no tasks.');
  const tasksWhere = (
    from: string,
    to: string,
    isIncluded: (beginUs: number, endUs: number, toUs: number) => boolean,
  ) => {
    const [fromUs, toUs] = [find(from).ts, find(to).ts];
    return tasks
      .filter(({ ts, dur = 0 }) => ts + dur > fromUs && isIncluded(ts, ts + dur, toUs))
      .map(({ dur = 0, tdur = dur }) => ({ wallMs: dur / 1000, cpuMs: tdur / 1000 }));
  };
  return {
    tasksBetween: (from, to) => tasksWhere(from, to, (beginUs, _, toUs) => beginUs < toUs),
    tasksUntil: (from, to) => tasksWhere(from, to, (_, endUs, toUs) => endUs < toUs),
  };
}
