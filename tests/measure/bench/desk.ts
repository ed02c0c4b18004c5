import { loadavg } from 'node:os';
import type { Browser, Page } from '@playwright/test';
import { chooseFile, keepSender, openImports, readPointIds, writeOrders } from '../../browser/import-walk.ts';
import { logIn } from '../../browser/login-walk.ts';
import { PHONE } from './cold.ts';
import type { Droppoint } from './droppoints.ts';

/** One of the desk's figures, in milliseconds. */
export interface DeskRow {
  part: 'desk';
  /** As in `DESK_TARGETS` of report-desk.ts. */
  name: string;
  round: number;
  /** As in `MemoryRow`. */
  load: number;
  ms: number;
}

const CPU_SLOWDOWN = 4;
const PATIENCE_MS = 60_000;
const ROWS = 500;

/** Works at the desk as a broker on a slow phone. */
export async function workAtDesk(browser: Browser, droppoint: Droppoint, round: number): Promise<DeskRow[]> {
  const load = loadavg()[0]!;
  const context = await browser.newContext({ ...PHONE, baseURL: droppoint.published, locale: 'en' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await logIn(page);
    const figures = await importRows(page);
    return figures.map(([name, ms]) => ({ part: 'desk', name, round, load, ms }));
  } finally {
    await context.close();
  }
}

/** From the choice of a file until each row is checked, its point too. */
async function importRows(page: Page): Promise<[name: string, ms: number][]> {
  await openImports(page);
  // A first import loads the code, and keeps the sender.
  await chooseFile(page, writeOrders(1));
  await keepSender(page);
  const session = await page.context().newCDPSession(page);
  const tables = [
    [`${ROWS} rows to addresses read and checked`, writeOrders(ROWS, 1000)],
    [`${ROWS} rows to points read and checked`, await writeToPoints(page)],
  ] as const;
  const figures: [name: string, ms: number][] = [];
  for (const [name, text] of tables) {
    await page.getByRole('button', { name: 'All imports' }).click();
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await watchCheck(page);
    await chooseFile(page, text);
    await page.waitForFunction(() => window.checkedMs !== undefined, null, { timeout: PATIENCE_MS });
    figures.push([name, await page.evaluate(() => window.checkedMs!)]);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  return figures;
}

/** The same rows to points of the list. */
async function writeToPoints(page: Page): Promise<string> {
  const ids = await readPointIds(page, ROWS);
  const rows = ids.map((id, at) => `P-${at};Oskar Lis;oskar${at}@mail.example;+48500000202;${id};A;1,2`);
  return `Order number;Name;E-mail;Phone;Pick-up point;Size;Weight (kg)\n${rows.join('\n')}\n`;
}

declare global {
  interface Window {
    /** Time from the choice of the file; undefined: not checked yet. */
    checkedMs: number | undefined;
  }
}

/** Times from the choice of a file to the frame that offers to send its rows, with none being checked any more. */
async function watchCheck(page: Page): Promise<void> {
  // No named function in here, see watch-pins.ts.
  await page.evaluate(() => {
    window.checkedMs = undefined;
    addEventListener(
      'change',
      () => {
        const startMs = performance.now();
        const watch = new MutationObserver(() => {
          const main = document.querySelector('.counts + .actions .primary:enabled');
          if (main === null || document.querySelector('.counts .checking') !== null) return;
          watch.disconnect();
          requestAnimationFrame(() => setTimeout(() => (window.checkedMs = performance.now() - startMs)));
        });
        watch.observe(document.body, { childList: true, subtree: true, attributes: true });
      },
      { capture: true, once: true },
    );
  });
}
