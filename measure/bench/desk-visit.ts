import type { Browser, BrowserContext } from '@playwright/test';
import { PHONE } from './cold.ts';
import type { Figure } from './report-figures.ts';
import { inContext, visitUntil } from './visit.ts';

/** Opens the desk, logged in, with an empty cache over the slow link, and waits until its navigation and first screen are painted. */
export async function visitDesk(browser: Browser, loggedIn: BrowserContext): Promise<Figure[]> {
  const baseURL = new URL(loggedIn.pages()[0]!.url()).origin;
  const storageState = await loggedIn.storageState({ indexedDB: true });
  return inContext(browser, { ...PHONE, baseURL, locale: 'en', storageState }, async (context) => {
    const desk = await visitUntil(context, '/account', 'body:has(nav[aria-label=Desk]) main form');
    const paintMs = await desk.page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    );
    return [
      ['first paint of the desk', paintMs, 'ms'],
      ['first screen of the desk', desk.elementMs, 'ms'],
      ['bytes until the first screen of the desk', desk.kilobytes, 'KB'],
    ];
  });
}
