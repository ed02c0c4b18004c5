import { loadavg } from 'node:os';
import type { Browser, BrowserContext, Frame, Page } from '@playwright/test';
import { PATIENCE_MS, PHONE, PICKER_PINS, SETTLING_MS } from './cold.ts';
import type { Droppoint } from './droppoints.ts';
import { followFrames } from './frames.ts';
import { countRoundTrips } from './link.ts';
import { readWork, shape, type Send } from './shape.ts';
import { inContext, openShaped } from './visit.ts';
import type { VisitWork } from './visit-work.ts';
import { waitForPins, watchPins } from './watch-pins.ts';

export const WIDGET_VARIANTS = ['cold', 'warm'] as const;

/** One opening of the widget in a shop. Times in milliseconds since the click; bytes and requests from the click to the first pins. */
export interface WidgetRow extends VisitWork {
  part: 'widget';
  /** Whether the browser has opened this shop's picker before, on another page. */
  variant: (typeof WIDGET_VARIANTS)[number];
  points: number;
  round: number;
  /** See `MemoryRow.load`. */
  load: number;
  /** Requests to the picker's host before the click. */
  requestsBefore: number;
  /** Time until the frame's document was requested, its process started and its markup parsed. */
  documentMs: number;
  /** Time until the first pins; null if none came within PATIENCE_MS. */
  pinsMs: number | null;
  pressableMs: number | null;
}

/** Opens the widget with an empty cache, and then again on a new page of the same browser. */
export async function visitShop(browser: Browser, droppoint: Droppoint, round: number): Promise<WidgetRow[]> {
  return inContext(browser, PHONE, async (context) => {
    const rows: WidgetRow[] = [];
    for (const variant of WIDGET_VARIANTS) {
      const load = loadavg()[0]!;
      const figures = await pressOnce(context, droppoint, variant === 'cold' ? SETTLING_MS : 0);
      rows.push({ part: 'widget', variant, points: droppoint.points, round, load, ...figures });
    }
    return rows;
  });
}

/** @param settlingMs how long the page stays open afterwards, so that what the picker loads later is in the cache for the next visit */
async function pressOnce(context: BrowserContext, droppoint: Droppoint, settlingMs: number) {
  const { page, session, traffic } = await openShaped(context);
  let sendToFrame: Send | undefined;
  await followFrames(session, async (send) => {
    sendToFrame = send;
    await shape(send);
  });
  let requestsBefore = 0;
  const count = ({ request }: { request: { url: string } }) => {
    if (request.url.startsWith(droppoint.published)) requestsBefore++;
  };
  session.on('Network.requestWillBeSent', count);
  await watchPins(page, PICKER_PINS);
  await page.goto(droppoint.shop);
  const button = page.locator('droppoint-picker').getByRole('button');
  await button.waitFor();
  await page.waitForLoadState('networkidle');
  session.off('Network.requestWillBeSent', count);

  const pressed = page.evaluate(
    () =>
      // No named functions in here, see watch-pins.ts.
      new Promise<number>((resolve) =>
        addEventListener('click', () => resolve(performance.timeOrigin + performance.now()), {
          capture: true,
          once: true,
        }),
      ),
  );
  // By the time the page answers this, the listener has been added.
  await page.evaluate(() => null);
  await button.tap();
  const pressedAtMs = await pressed;
  const frame = await findFrame(page, droppoint.published);
  const pinsAtMs = await waitForPins(frame, PATIENCE_MS);
  const pressableAtMs = await frame
    .waitForFunction(() => window.seen.answering, null, { timeout: PATIENCE_MS, polling: 50 })
    .then((handle) => handle.jsonValue())
    .catch(() => null);
  const work = await readWork(sendToFrame!);
  const documentAtMs = await frame.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return performance.timeOrigin + (visit?.domInteractive ?? NaN);
  });
  const { bytes, requests, exchanges } = traffic.until(pinsAtMs ?? Date.now(), pressedAtMs);
  await page.waitForTimeout(settlingMs);
  await page.close();
  return {
    requestsBefore,
    documentMs: documentAtMs - pressedAtMs,
    pinsMs: pinsAtMs && pinsAtMs - pressedAtMs,
    pressableMs: pressableAtMs && pressableAtMs - pressedAtMs,
    bytes,
    requests,
    roundTrips: countRoundTrips(exchanges),
    ...work,
  };
}

async function findFrame(page: Page, origin: string): Promise<Frame> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  while (Date.now() < deadlineMs) {
    const frame = page.frames().find((candidate) => candidate.url().startsWith(`${origin}/embed`));
    if (frame !== undefined) return frame;
    await page.waitForTimeout(20);
  }
  throw new Error('The widget has opened no frame.');
}
