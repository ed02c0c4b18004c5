import { loadavg } from 'node:os';
import type { Browser } from '@playwright/test';
import type { Plan } from './arguments.ts';
import { measureHeap } from './chromium.ts';
import { MEMORY_VARIANTS, type MemoryVariant } from './page-contract.ts';
import { senderTo } from './shape.ts';
import { inContext } from './visit.ts';
import { percentile } from './statistics.ts';
import { readTrace, startTrace, type Task } from '../main-thread.ts';

/** One page, opened for one measurement. Times in milliseconds, sizes in bytes. */
export interface MemoryRow {
  part: 'memory';
  variant: MemoryVariant;
  points: number;
  round: number;
  /**
   * Average number of runnable processes in the last minute, when the page was opened; above the number of cores, times are
   * unreliable.
   */
  load: number;
  drawMs: number;
  /** null if this round had no tour. */
  tour: {
    longestDrawTask: Task;
    longestTask: Task;
    frameMedianMs: number;
    frameP95Ms: number;
    heapBytes: number;
  } | null;
}

const WITH_POINTS = MEMORY_VARIANTS.filter((variant) => variant !== 'empty');
const VIEWPORT = { width: 1280, height: 800 };
const PATIENCE_MS = 600_000;
/** From this size on, markercluster takes half a minute and gigabytes of memory: one round has to suffice. */
const LARGE_POINTS = 1_000_000;

/** Lists the measurements to take: variants alternate within a round, so that a varying load of the machine affects all of them. */
export function* listMemoryRuns({ sizes, rounds }: Pick<Plan, 'sizes' | 'rounds'>) {
  for (let round = 0; round < rounds.draws; round++) {
    const tours = round < rounds.tours;
    if (tours) yield { variant: 'empty', points: 0, round, tours } as const;
    for (const points of sizes.memory) {
      for (const variant of WITH_POINTS) {
        const slow = variant === 'markercluster' && points >= LARGE_POINTS;
        if (slow && round > 0) continue;
        yield { variant, points, round, tours };
      }
    }
  }
}

/** Measures one variant in a page of its own. */
export async function measureInMemory(
  browser: Browser,
  origin: string,
  {
    variant,
    points,
    round,
    tours,
  }: { variant: MemoryVariant; points: number; round: number; tours: boolean },
): Promise<MemoryRow> {
  return inContext(browser, { viewport: VIEWPORT }, async (context) => {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => console.error(`${variant}: ${error.message}`));
    await page.goto(`${origin}/${variant}.html`);
    const send = senderTo(await context.newCDPSession(page));
    await page.evaluate((count) => window.bench.prepare(count), points);
    await send('HeapProfiler.collectGarbage');
    const row = { part: 'memory', variant, points, round, load: loadavg()[0]! } as const;
    if (!tours) return { ...row, drawMs: await page.evaluate(() => window.bench.draw()), tour: null };

    await startTrace(browser, page);
    const drawMs = await page.evaluate(() => window.bench.draw());
    const frames = await page.evaluate(() => window.bench.tour());
    const trace = await readTrace(browser, 'draw-begins');
    await page.evaluate(() => window.bench.forget());
    return {
      ...row,
      drawMs,
      tour: {
        longestDrawTask: longestOf(trace.tasksBetween('draw-begins', 'draw-ends')),
        longestTask: longestOf(trace.tasksBetween('tour-begins', 'tour-ends')),
        frameMedianMs: percentile(frames, 0.5),
        frameP95Ms: percentile(frames, 0.95),
        heapBytes: await measureHeap(send),
      },
    };
  });
}

/** The longest task in wall-clock time, which a person notices, and the longest in processor time, which may be a different task. */
function longestOf(tasks: readonly Task[]): Task {
  return {
    wallMs: Math.max(0, ...tasks.map(({ wallMs }) => wallMs)),
    cpuMs: Math.max(0, ...tasks.map(({ cpuMs }) => cpuMs)),
  };
}
