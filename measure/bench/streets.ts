import { loadavg } from 'node:os';
import type { Browser, BrowserContext } from '@playwright/test';
import { readTrace, startTrace, type Trace } from '../main-thread.ts';
import type { Plan } from './arguments.ts';
import { measureHeap } from './chromium.ts';
import { PATIENCE_MS, PHONE } from './cold.ts';
import type { Droppoint } from './droppoints.ts';
import { followFrames } from './frames.ts';
import { STREET_VARIANTS, type StreetVariant } from './page-contract.ts';
import { percentile } from './statistics.ts';
import { inContext, openShaped } from './visit.ts';
import { watchPins } from './watch-pins.ts';
import { watchStreets } from './watch-streets.ts';

/** One page with streets: visited with an empty cache, visited again with a full one, and toured. Times in milliseconds, sizes in bytes. */
export interface StreetsRow {
  part: 'streets';
  variant: StreetVariant | 'million' | 'millionAlone' | 'locator';
  round: number;
  /** See `MemoryRow.load`. */
  load: number;
  /** Time until the whole first view was painted; null if that took longer than PATIENCE_MS. */
  coldMs: number | null;
  warmMs: number | null;
  /** Time until pins could be clicked, with an empty cache; null for pages without pins. */
  pressableMs: number | null;
  codeBytes: number;
  tileBytes: number;
  /** The main thread's work for the first view, up to a second after it was painted and its last file arrived, with the CPU slowed down. */
  viewCpuMs: number;
  /** Figures of the tour; null for the locator, which has no tour. */
  tour: {
    cpuMs: number;
    longestTaskMs: number;
    longestTaskCpuMs: number;
    frameP95Ms: number;
    heapBytes: number;
  } | null;
}

/** A street in the centre of Andorra la Vella, and the valley in which the tour begins. */
export const TOWN = { latitude: 42.5075, longitude: 1.5218 };
const VIEW_ZOOM = 15;
const TOUR_ZOOM = 13;
const SETTLING_MS = 1_000;
const OUR_NAMES = '.leaflet-base-pane > canvas:last-of-type';

const WATCHED: Readonly<Record<StreetsRow['variant'], { pieces: string; names: string | null }>> = {
  empty: { pieces: '.leaflet-container', names: null },
  without: { pieces: '.leaflet-base-pane > canvas:first-of-type', names: null },
  product: { pieces: '.dp-streets canvas', names: OUR_NAMES },
  points: { pieces: '.dp-streets canvas', names: OUR_NAMES },
  million: { pieces: '.dp-streets canvas', names: OUR_NAMES },
  millionAlone: { pieces: '.leaflet-base-pane > canvas:first-of-type', names: null },
  locator: { pieces: '.dp-streets canvas', names: OUR_NAMES },
  protomaps: { pieces: 'canvas.leaflet-tile-loaded', names: null },
  maplibre: { pieces: 'canvas.painted', names: null },
};

/** Variants that use another variant's page, on a server that publishes something else. */
const PAGES: Readonly<Partial<Record<StreetsRow['variant'], StreetVariant>>> = {
  million: 'points',
  millionAlone: 'points',
};

/**
 * Variants alternate within a round. `million`: as `points`, with the larger network of the plan, if it has one; `millionAlone`:
 * the same without published streets.
 */
export function* listStreetRuns({ rounds, sizes }: Pick<Plan, 'rounds' | 'sizes'>) {
  const large = sizes.streets.length > 0 ? (['millionAlone', 'million'] as const) : [];
  for (let round = 0; round < rounds.streets; round++)
    for (const variant of [...STREET_VARIANTS, ...large, 'locator'] as const) yield { variant, round };
}

export async function visitStreets(
  browser: Browser,
  droppoint: Droppoint,
  { variant, round }: { variant: StreetsRow['variant']; round: number },
): Promise<StreetsRow> {
  const load = loadavg()[0]!;
  return inContext(browser, PHONE, async (context) => {
    const bytes = countBytes(context);
    const cold = await visit(browser, context, droppoint, variant, VIEW_ZOOM);
    await cold.page.close();
    const { code: codeBytes, tiles: tileBytes } = await bytes();
    const warm = await visit(browser, context, droppoint, variant, VIEW_ZOOM);
    await warm.page.close();
    const row = {
      ...({ part: 'streets', variant, round, load } as const),
      ...{ coldMs: cold.paintedMs, warmMs: warm.paintedMs, pressableMs: cold.pressableMs },
      ...{ codeBytes, tileBytes, viewCpuMs: cold.cpuMs },
    };
    return { ...row, tour: variant === 'locator' ? null : await tour(browser, context, droppoint, variant) };
  });
}

/** Counts the bytes of code and of tiles that any thread transfers. */
function countBytes(context: BrowserContext): () => Promise<{ code: number; tiles: number }> {
  const sizes: Promise<{ path: string; bytes: number }>[] = [];
  context.on('requestfinished', (request) => {
    const path = new URL(request.url()).pathname;
    sizes.push(
      request.sizes().then(
        ({ responseBodySize }) => ({ path, bytes: responseBodySize }),
        () => ({ path, bytes: 0 }),
      ),
    );
  });
  return async () => {
    const all = await Promise.all(sizes);
    const sum = (pattern: RegExp) =>
      all.filter(({ path }) => pattern.test(path)).reduce((total, { bytes }) => total + bytes, 0);
    return { code: sum(/\.(?:m?js|css)$/), tiles: sum(/\/streets\/.*\.mvt$|\.pmtiles$/) };
  };
}

async function visit(
  browser: Browser,
  context: BrowserContext,
  { published }: Droppoint,
  variant: StreetsRow['variant'],
  zoom: number,
) {
  const { page, session, send } = await openShaped(context);
  const threads = [send];
  await followFrames(session, (send) => Promise.resolve(void threads.push(send)));
  const { pieces, names } = WATCHED[variant];
  await watchPins(page, '.dp-pin');
  await watchStreets(page, pieces, names);
  await startTrace(browser, page);
  const path = variant === 'locator' ? '/' : `/bench/streets-${PAGES[variant] ?? variant}.html`;
  await page.goto(`${published}${path}?latitude=${TOWN.latitude}&longitude=${TOWN.longitude}&zoom=${zoom}`, {
    waitUntil: 'commit',
  });
  await page
    .waitForFunction(() => window.paintedMs, null, { timeout: PATIENCE_MS, polling: 100 })
    .catch(() => null);
  // Work that a variant defers until then also counts.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(SETTLING_MS);
  const { paintedMs, pressableMs } = await page.evaluate(() => {
    performance.mark('view-ends');
    const { answering } = window.seen;
    return {
      paintedMs: window.paintedMs,
      pressableMs: answering === null ? null : answering - performance.timeOrigin,
    };
  });
  const cpuMs = sumCpu(await readTrace(browser, 'page-begins'), 'page-begins', 'view-ends');
  return { page, threads, paintedMs, pressableMs, cpuMs };
}

async function tour(
  browser: Browser,
  context: BrowserContext,
  droppoint: Droppoint,
  variant: StreetsRow['variant'],
): Promise<StreetsRow['tour']> {
  const { page, threads } = await visit(browser, context, droppoint, variant, TOUR_ZOOM);
  await startTrace(browser, page);
  const frames = await page.evaluate(() => window.takeStreetTour());
  const trace = await readTrace(browser, 'tour-begins');
  const tasks = trace.tasksBetween('tour-begins', 'tour-ends');
  const heaps: number[] = [];
  for (const send of threads) heaps.push(await measureHeap(send));
  return {
    cpuMs: sumCpu(trace, 'tour-begins', 'tour-ends'),
    longestTaskMs: Math.max(0, ...tasks.map(({ wallMs }) => wallMs)),
    longestTaskCpuMs: Math.max(0, ...tasks.map(({ cpuMs }) => cpuMs)),
    frameP95Ms: percentile(frames, 0.95),
    heapBytes: heaps.reduce((sum, bytes) => sum + bytes, 0),
  };
}

const sumCpu = (trace: Trace, from: string, to: string): number =>
  trace.tasksBetween(from, to).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
