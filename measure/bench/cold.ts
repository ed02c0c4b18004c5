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

/** One visit with an empty cache. Milliseconds and bytes, all until the first pins. */
export interface ColdRow extends VisitWork {
  part: 'cold';
  variant: ColdVariant;
  points: number;
  round: number;
  /** As in `MemoryRow`. */
  load: number;
  /** null: none within PATIENCE_MS. */
  pinsMs: number | null;
  /** Until the last change of the pins within SETTLING_MS more: a first picture may show counts alone. */
  settledMs: number | null;
  /** Until a press on a pin counts: the dots keep it for the app's own pins; null for pages that have none. */
  pressableMs: number | null;
  /** Until pins answer a press at once; null for pages that have none. */
  answeringMs: number | null;
  /** Until a search field can be typed into; null for pages that have none. */
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
const VIEW = 'latitude=52.2297&longitude=21.0122&zoom=14';
const LARGE_POINTS = 1_000_000;

/** Dots that the page draws before its code has come, then the picker's own pins. */
export const PICKER_PINS = '#first-pins > i, .dp-pin';

const PINS: Readonly<Record<ColdVariant, string>> = {
  product: PICKER_PINS,
  live: '.dp-pin',
  floor: 'body > i',
  whole: '.leaflet-marker-icon',
};

/** The visits to make: sizes and variants alternate within a round. The slow ones, which take minutes, have fewer rounds. */
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
    const beganMs = await page.evaluate(() => performance.timeOrigin);
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
    // Bytes and requests are counted until pins answer a press, if that is later than their first paint.
    const { bytes, requests, exchanges } = traffic.until(answeringAtMs ?? pinsAtMs ?? Date.now());
    return {
      part: 'cold',
      variant,
      points: droppoint.points,
      round,
      load,
      pinsMs: pinsAtMs && pinsAtMs - beganMs,
      settledMs: settledAtMs && settledAtMs - beganMs,
      pressableMs: pressableAtMs && pressableAtMs - beganMs,
      answeringMs: answeringAtMs && answeringAtMs - beganMs,
      fieldMs: fieldAtMs && fieldAtMs - beganMs,
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
