import type { Page } from '@playwright/test';
import { chooseFile, readPointIds, writeOrders } from '../../tests/browser/import-walk.ts';
import type { Figure } from './report-figures.ts';
import { slowDown } from './shape.ts';

const PATIENCE_MS = 60_000;
const ROWS = 500;

/** Times the import: from choosing a file until every row, including its point, is checked. */
export async function importRows(page: Page): Promise<Figure[]> {
  const tables = [
    [`${ROWS} rows to addresses read and checked`, writeOrders(ROWS, 1000)],
    [`${ROWS} rows to points read and checked`, await writeToPoints(page)],
  ] as const;
  const figures: Figure[] = [];
  for (const [name, text] of tables) {
    await page.getByRole('button', { name: 'All imports' }).click();
    const atFullSpeed = await slowDown(page);
    await watchCheck(page);
    await chooseFile(page, text);
    await page.waitForFunction(() => window.checkedMs !== undefined, null, { timeout: PATIENCE_MS });
    figures.push([name, await page.evaluate(() => window.checkedMs!), 'ms']);
    await atFullSpeed();
  }
  return figures;
}

/** Rewrites the same rows so that they go to points of the list. */
async function writeToPoints(page: Page): Promise<string> {
  const ids = await readPointIds(page, ROWS);
  const rows = ids.map((id, at) => `P-${at};Oskar Lis;oskar${at}@mail.example;+48500000202;${id};A;1,2`);
  return `Order number;Name;E-mail;Phone;Pick-up point;Size;Weight (kg)\n${rows.join('\n')}\n`;
}

declare global {
  interface Window {
    /** Time since the file was chosen; undefined while rows are still being checked. */
    checkedMs: number | undefined;
  }
}

/** Measures the time from choosing a file to the frame that offers to send its rows, when all of them are checked. */
async function watchCheck(page: Page): Promise<void> {
  // No named functions in here, see watch-pins.ts.
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
