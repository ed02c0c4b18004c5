import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { senderTo, shape } from './shape.ts';
import { recordTraffic } from './traffic.ts';

/** Runs a measurement in its own browser context. */
export async function inContext<Measured>(
  browser: Browser,
  options: BrowserContextOptions,
  measure: (context: BrowserContext) => Promise<Measured>,
): Promise<Measured> {
  const context = await browser.newContext(options);
  try {
    return await measure(context);
  } finally {
    await context.close();
  }
}

/** Opens a page with the slow link and a slow phone's CPU, and records its traffic. */
export async function openShaped(context: BrowserContext) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const send = senderTo(session);
  await shape(send);
  return { page, session, send, traffic: recordTraffic(session) };
}

/** Visits an address in such a page. @returns the time until an element appeared and was painted, and the traffic until then */
export async function visitUntil(context: BrowserContext, address: string, element: string) {
  const { page, traffic } = await openShaped(context);
  await page.addInitScript((selector) => {
    // No named functions in here, see watch-pins.ts.
    const watch = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => (window.elementMs = performance.now())));
    });
    watch.observe(document, { childList: true, subtree: true });
  }, element);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.elementMs !== undefined);
  const [startedMs, elementMs] = await page.evaluate(
    () => [performance.timeOrigin, window.elementMs!] as const,
  );
  return { page, elementMs, kilobytes: traffic.until(startedMs + elementMs).bytes / 1024 };
}

declare global {
  interface Window {
    /** When the element was painted; undefined until then. */
    elementMs: number | undefined;
  }
}
