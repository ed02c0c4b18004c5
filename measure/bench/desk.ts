import { loadavg } from 'node:os';
import type { Browser, Page } from '@playwright/test';
import { chooseFile, storeSender, openImports, writeOrders } from '../../tests/browser/import-walk.ts';
import { logIn } from '../../tests/browser/login-walk.ts';
import { PHONE } from './cold.ts';
import { importRows } from './desk-import.ts';
import { visitDesk } from './desk-visit.ts';
import { scrollParcels } from './desk-scroll.ts';
import type { Droppoint } from './droppoints.ts';
import type { Figure, FigureRow } from './report-figures.ts';
import { slowDown } from './shape.ts';
import { inContext } from './visit.ts';

const PATIENCE_MS = 60_000;

/** Works at the desk as a broker on a slow phone. */
export async function workAtDesk(
  browser: Browser,
  droppoint: Droppoint,
  round: number,
): Promise<FigureRow[]> {
  const load = loadavg()[0]!;
  return inContext(browser, { ...PHONE, baseURL: droppoint.published, locale: 'en' }, async (context) => {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await logIn(page);
    await openImports(page);
    // A first import loads the code and saves the sender.
    await chooseFile(page, writeOrders(1));
    await storeSender(page);
    const figures: Figure[] = [
      ['label visible after its response', await seeLabel(page), 'ms'],
      ...(await importRows(page)),
      ...(await scrollParcels(page)),
      ...(await visitDesk(browser, context)),
    ];
    return figures.map(([name, value, unit]) => ({ part: 'desk', name, round, load, value, unit }));
  });
}

/** Sends the parcel of the first import and prints its label. @returns the time from the answer with the label to the tab that shows it */
async function seeLabel(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Send 1 parcel' }).click();
  await page.getByText('Sent: 1.').waitFor();
  const print = page.getByRole('button', { name: 'Print 1 label' });
  await print.waitFor();
  const atFullSpeed = await slowDown(page);
  await page.evaluate(() => {
    const [fetch, open] = [window.fetch.bind(window), window.open.bind(window)];
    let answeredMs = 0;
    window.labelMs = undefined;
    window.fetch = async (...request) => {
      const answer = await fetch(...request);
      answeredMs = performance.now();
      return answer;
    };
    window.open = (...target) => {
      const tab = open(...target);
      window.labelMs = performance.now() - answeredMs;
      return tab;
    };
  });
  await print.click();
  await page.waitForFunction(() => window.labelMs !== undefined);
  const labelMs = await page.evaluate(() => window.labelMs!);
  await atFullSpeed();
  await page.reload();
  return labelMs;
}

declare global {
  interface Window {
    /** Time from the last answer to the tab; undefined until a tab opens. */
    labelMs: number | undefined;
  }
}
