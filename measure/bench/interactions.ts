import { loadavg } from 'node:os';
import type { Browser, CDPSession, Locator, Page } from '@playwright/test';
import { readTrace, startTrace, type Task } from '../main-thread.ts';
import { PHONE } from './cold.ts';
import type { Droppoint } from './droppoints.ts';
import { slowDown } from './shape.ts';
import { inContext } from './visit.ts';
import { findStack } from '../../tests/find-stack.ts';

/** One click or key press of the shopper's walk. Times in milliseconds. */
export interface InteractionRow {
  part: 'interactions';
  name: string;
  round: number;
  /** See `MemoryRow.load`. */
  load: number;
  /** Time from the input to the next paint, as the browser reports it, in steps of 8; null below 16, which it doesn't report. */
  paintMs: number | null;
  /** The main thread's share of that time, with the CPU slowed down. Other programs don't lengthen it. */
  threadMs: number;
  /** For typing: the main thread's work from each letter to the next, including suggestions. Empty for a press. */
  lettersMs: number[];
}

interface Interaction {
  name: string;
  /** Number of letters typed; undefined for a press. */
  letters?: number;
  act: () => Promise<unknown>;
  /** Visible once the interaction has had its effect. */
  effect: Locator;
}

/** More than the height of the tabs, the address bar and the window frame. */
const WINDOW_PIXELS = 250;
/** The shortest time that Event Timing reports. */
export const SHORTEST_MS = 16;
/** Pause before the next input. Nobody acts sooner; deferred work that isn't done by then rightly counts as a delay of the next input. */
const LOOKING_MS = 600;
const ADDRESS = 'avinguda meritxell 10';
/** Time between two key presses of a person typing on a phone. */
const TYPING_MS = 180;
const PATIENCE_MS = 30_000;

/**
 * Walks through the product as a shopper on a slow phone, and times each click and key.
 * @param onStreets a product that serves streets with a gazetteer; the address is typed there
 */
export async function walkInteractions(
  browser: Browser,
  { published }: Droppoint,
  onStreets: Droppoint,
  round: number,
): Promise<InteractionRow[]> {
  const load = loadavg()[0]!;
  const stack = await findStack(published);
  return inContext(browser, { ...PHONE, baseURL: published, locale: 'en' }, async (context) => {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await watchEvents(page);
    await showWhole(await context.newCDPSession(page));
    await startTrace(browser, page);
    await slowDown(page);
    const timed: { name: string; letters: number; paintMs: number | null }[] = [];
    const walk = async (address: string, interactions: readonly Interaction[]) => {
      await page.goto(address);
      await page
        .getByRole('button', { name: /^Filters/ })
        .and(page.locator(':enabled'))
        .waitFor();
      await page.waitForTimeout(LOOKING_MS);
      for (const { name, letters = 0, act, effect } of interactions) {
        await page.evaluate((name) => (window.timed = { name, letters: 0, events: [] }), name);
        await act();
        await effect.first().waitFor();
        await page.waitForTimeout(LOOKING_MS);
        timed.push({ name, letters, paintMs: await markLongestEvent(page) });
      }
    };
    await walk('/', listWalk(page));
    await walk(stack, listStackWalk(page));
    await walk(onStreets.published, listAddressWalk(page));
    const trace = await readTrace(browser, `${timed.at(-1)!.name}: pressed`);
    const workOf = (tasks: readonly Task[]) => tasks.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
    return timed.map(({ name, letters, paintMs }) => {
      const markOf = (letter: number) => `${name}: ${letter < letters ? letter : 'done'}`;
      return {
        part: 'interactions',
        name,
        round,
        load,
        paintMs,
        threadMs: workOf(trace.tasksBetween(`${name}: pressed`, `${name}: painted`)),
        lettersMs: Array.from({ length: letters }, (_, at) =>
          workOf(trace.tasksUntil(markOf(at), markOf(at + 1))),
        ),
      };
    });
  });
}

/**
 * Makes the window tall enough. Headless Chromium also lays out tabs and an address bar, but Playwright makes the window only as large
 * as the page: the lowest 90
 * pixels of the page would never be painted, and changes there would be timed until the next paint elsewhere.
 */
async function showWhole(session: CDPSession): Promise<void> {
  const { windowId } = await session.send('Browser.getWindowForTarget');
  const { width, height } = PHONE.viewport;
  await session.send('Browser.setWindowBounds', {
    windowId,
    bounds: { width: width + WINDOW_PIXELS, height: height + WINDOW_PIXELS },
  });
}

function listWalk(page: Page): Interaction[] {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const checkbox = (name: string | RegExp) =>
    page.getByRole('dialog').or(page.locator('.filtering')).getByRole('checkbox', { name });
  const field = page.getByRole('combobox');
  const rows = page.locator('.row[aria-busy="false"]');
  const options = page.getByRole('option');
  /** The card once it shows the point's details. The text of its button depends on what was chosen before. */
  const card = page.locator('.card[aria-busy="false"]');
  const chosen = page.getByRole('region', { name: 'Your pick-up point' });
  const pin = page.locator('.dp-pin:not(.dp-pin-cluster, .dp-pin-stack, [data-chosen])');
  return [
    { name: 'into the search field', act: () => field.tap(), effect: field },
    {
      name: 'type a letter (the worst of 4)',
      letters: 4,
      act: () => page.keyboard.type('krak', { delay: TYPING_MS }),
      effect: options,
    },
    { name: 'take the first suggestion', act: () => options.first().tap(), effect: rows },
    { name: 'open the filters', act: () => button(/^Filters/).tap(), effect: checkbox('Open now') },
    {
      name: 'filter lockers',
      act: () => checkbox(/^Parcel locker/).tap(),
      effect: page.getByText(/points match/),
    },
    { name: 'filter what is open now', act: () => checkbox('Open now').tap(), effect: checkbox('Open now') },
    { name: 'show the points', act: () => button('Show the points').tap(), effect: rows },
    { name: 'open a card from the list', act: () => rows.first().tap(), effect: card },
    { name: 'choose', act: () => button('Choose this point').tap(), effect: chosen },
    { name: 'change the choice', act: () => button('Change').tap(), effect: rows },
    { name: 'show the map', act: () => button('Show the map').tap(), effect: pin },
    { name: 'open a card from the map', act: () => tapUncovered(pin), effect: card },
    { name: 'close the card', act: () => button('Close').tap(), effect: pin },
    { name: 'show the list', act: () => button('Show the list').tap(), effect: rows },
  ];
}

/** The first pin may lie below the search field. */
async function tapUncovered(pins: Locator): Promise<void> {
  const uncovered = await pins.evaluateAll((all) =>
    all.findIndex((pin) => {
      const { x, y, width, height } = pin.getBoundingClientRect();
      return pin.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }),
  );
  if (uncovered < 0) throw new Error('No pin is fully visible.');
  await pins.nth(uncovered).tap();
}

function listStackWalk(page: Page): Interaction[] {
  const stack = page.getByRole('region', { name: /points at this spot/ });
  const pin = page.locator('.dp-pin-stack').first();
  const close = page.getByRole('button', { name: 'Close', exact: true });
  return [
    { name: 'open a stack', act: () => pin.tap(), effect: stack },
    { name: 'close the stack', act: () => close.tap(), effect: pin },
  ];
}

function listAddressWalk(page: Page): Interaction[] {
  const field = page.getByRole('combobox');
  const found = page.getByRole('option', { name: /^Avinguda Meritxell 10/ });
  return [
    { name: 'into the field again', act: () => field.tap(), effect: field },
    {
      name: `type a letter of an address (the worst of ${ADDRESS.length})`,
      letters: ADDRESS.length,
      act: () => page.keyboard.type(ADDRESS, { delay: TYPING_MS }),
      effect: found,
    },
    {
      name: 'take the address',
      act: () => found.first().tap(),
      effect: page.locator('.row[aria-busy="false"]'),
    },
  ];
}

declare global {
  interface Window {
    timed: {
      /** Name of the interaction. */
      name: string;
      /** Number of letters typed so far. */
      letters: number;
      /** Its clicks and key presses, in milliseconds of the page's clock. */
      events: { startMs: number; durationMs: number }[];
    };
  }
}

/** Records the page's Event Timing entries for clicks and key presses, with the time until the next paint, and marks each letter in the trace. */
async function watchEvents(page: Page): Promise<void> {
  // No named functions in here, see watch-pins.ts.
  await page.addInitScript((shortestMs) => {
    window.timed = { name: '', letters: 0, events: [] };
    addEventListener(
      'keydown',
      () => performance.mark(`${window.timed.name}: ${window.timed.letters++}`),
      true,
    );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[])
        if (entry.interactionId)
          window.timed.events.push({
            startMs: entry.startTime,
            durationMs: entry.duration,
          });
    }).observe({ type: 'event', durationThreshold: shortestMs } as PerformanceObserverInit);
  }, SHORTEST_MS);
}

/**
 * Marks in the trace the start and the end of the interaction's longest event, and the end of everything that followed from it.
 * @returns the event's duration; null if nothing was reported
 */
async function markLongestEvent(page: Page): Promise<number | null> {
  return page.evaluate(() => {
    const { name, events } = window.timed;
    const [longest] = events.sort((a, b) => b.durationMs - a.durationMs);
    const startMs = longest?.startMs ?? performance.now();
    performance.mark(`${name}: pressed`, { startTime: startMs });
    performance.mark(`${name}: painted`, { startTime: startMs + (longest?.durationMs ?? 0) });
    performance.mark(`${name}: done`);
    return longest?.durationMs ?? null;
  });
}
