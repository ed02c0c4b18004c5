import type { Browser, BrowserContext } from '@playwright/test';
import { PHONE } from './cold.ts';
import type { Figure } from './report-figures.ts';
import { shape } from './shape.ts';
import { recordTraffic } from './traffic.ts';

/** Opens the desk with an empty cache over the slow link, logged in: until its navigation and first screen are painted. */
export async function visitDesk(browser: Browser, loggedIn: BrowserContext): Promise<Figure[]> {
  const baseURL = new URL(loggedIn.pages()[0]!.url()).origin;
  const storageState = await loggedIn.storageState({ indexedDB: true });
  const context = await browser.newContext({ ...PHONE, baseURL, locale: 'en', storageState });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      // No named function in here, see watch-pins.ts.
      const watch = new MutationObserver(() => {
        if (
          document.querySelector('nav[aria-label=Desk]') === null ||
          document.querySelector('main form') === null
        )
          return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => (window.deskMs = performance.now())));
      });
      watch.observe(document, { childList: true, subtree: true });
    });
    const session = await context.newCDPSession(page);
    await shape((method, parameters) => session.send(method, parameters));
    const traffic = recordTraffic(session);
    await page.goto('/account', { waitUntil: 'commit' });
    await page.waitForFunction(() => window.deskMs !== undefined);
    const [beganMs, deskMs] = await page.evaluate(() => [performance.timeOrigin, window.deskMs!] as const);
    const paintMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    );
    return [
      ['first paint of the desk', paintMs, 'ms'],
      ['first screen of the desk', deskMs, 'ms'],
      ['bytes until the first screen of the desk', traffic.until(beganMs + deskMs).bytes / 1024, 'KB'],
    ];
  } finally {
    await context.close();
  }
}

declare global {
  interface Window {
    /** When the desk's first screen was painted; undefined: not yet. */
    deskMs: number | undefined;
  }
}
