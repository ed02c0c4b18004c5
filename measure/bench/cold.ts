import { loadavg } from 'node:os';
import type { Browser } from '@playwright/test';
import { sumLayoutShift, watchLayoutShift } from '../../tests/browser/layout-shift.ts';
import type { Plan } from './arguments.ts';
import type { Droppoint } from './droppoints.ts';
import { countRoundTrips } from './link.ts';
import { readWork } from './shape.ts';
import { inContext, openShaped } from './visit.ts';
import type { VisitWork } from './visit-work.ts';
import { waitForPins, watchPins } from './watch-pins.ts';

export const COLD_VARIANTS = ['product', 'floor', 'live', 'whole'] as const;
export type ColdVariant = (typeof COLD_VARIANTS)[number];

/** One visit with an empty cache. Times in milliseconds and sizes in bytes, all up to the first pins. */
export interface ColdRow extends VisitWork {
  part: 'cold';
  variant: ColdVariant;
  points: number;
  round: number;
  /** See `MemoryRow.load`. */
  load: number;
  /** Time until the first pins; null if none came within PATIENCE_MS. */
  pinsMs: number | null;
  /** Time until the pins last changed, within another SETTLING_MS: the first picture may show only counts. */
  settledMs: number | null;
  /** Time until a press on a pin takes effect (the dots remember it for the app's own pins); null for pages without such pins. */
  pressableMs: number | null;
  /** Time until pins answer a press at once; null for pages without such pins. */
  answeringMs: number | null;
  /** Time until a search field accepts input; null for pages without one. */
  fieldMs: number | null;
  /** Cumulative layout shift until the view has settled. */
  shift: number;
  platformRequests: number;
}

export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
export const PATIENCE_MS = 75_000;
export const SETTLING_MS = 3_000;
/** A street in the middle of Warsaw. */
export const VIEW = 'latitude=52.2297&longitude=21.0122&zoom=14';
const LARGE_POINTS = 1_000_000;

/** The dots that the page draws before its code has loaded, and then the picker's own pins. */
export const PICKER_PINS = '#first-pins > i, .dp-pin';

const PINS: Readonly<Record<ColdVariant, string>> = {
  product: PICKER_PINS,
  live: '.dp-pin',
  floor: 'body > i',
  whole: '.leaflet-marker-icon',
};

/** Lists the visits to make: sizes and variants alternate within a round. Slow variants, which take minutes, get fewer rounds. */
export function* listColdRuns({ sizes, rounds }: Pick<Plan, 'sizes' | 'rounds'>) {
  for (let round = 0; round < rounds.cold; round++) {
    for (const variant of COLD_VARIANTS) {
      for (const points of sizes.cold) {
        const slow = variant === 'live' || variant === 'whole';
        const most = points >= LARGE_POINTS ? 1 : rounds.slowCold;
        if (!slow || round < most) yield { variant, points, round };
      }
    }
  }
}

/** Visits a page with an empty cache, over the slow link, on a slow phone. */
export async function visitCold(
  browser: Browser,
  droppoint: Droppoint,
  { variant, round }: { variant: ColdVariant; round: number },
): Promise<ColdRow> {
  const load = loadavg()[0]!;
  return inContext(browser, PHONE, async (context) => {
    const { page, send, traffic } = await openShaped(context);
    await watchLayoutShift(page);
    await watchPins(page, PINS[variant]);
    await droppoint.takePlatformRequests();
    await page.goto(addressOf(variant, droppoint), { waitUntil: 'commit', timeout: PATIENCE_MS });
    const startedMs = await page.evaluate(() => performance.timeOrigin);
    const pinsAtMs = await waitForPins(page, PATIENCE_MS);
    const work = await readWork(send);
    const platformRequests = await droppoint.takePlatformRequests();
    if (pinsAtMs !== null) await page.waitForTimeout(SETTLING_MS);
    const {
      last: settledAtMs,
      pressable: pressableAtMs,
      answering: answeringAtMs,
      field: fieldAtMs,
    } = await page.evaluate(() => window.seen);
    const shift = await sumLayoutShift(page);
    // If pins answer a press only after their first paint, bytes and requests are counted until then.
    const { bytes, requests, exchanges } = traffic.until(answeringAtMs ?? pinsAtMs ?? Date.now());
    return {
      part: 'cold',
      variant,
      points: droppoint.points,
      round,
      load,
      pinsMs: pinsAtMs && pinsAtMs - startedMs,
      settledMs: settledAtMs && settledAtMs - startedMs,
      pressableMs: pressableAtMs && pressableAtMs - startedMs,
      answeringMs: answeringAtMs && answeringAtMs - startedMs,
      fieldMs: fieldAtMs && fieldAtMs - startedMs,
      shift,
      bytes,
      requests,
      roundTrips: countRoundTrips(exchanges),
      ...work,
      platformRequests,
    };
  });
}

function addressOf(variant: ColdVariant, { published, unpublished }: Droppoint): string {
  switch (variant) {
    case 'product':
      return `${published}/?${VIEW}`;
    case 'live':
      return `${unpublished}/?${VIEW}`;
    case 'floor':
      return `${published}/bench/floor.html?${VIEW}`;
    case 'whole':
      return `${published}/bench/whole-network.html?${VIEW}`;
  }
}
