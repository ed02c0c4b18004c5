import type { Page } from '@playwright/test';
import { chooseFile, readPointIds, writeOrders } from '../../tests/browser/import-walk.ts';
import type { Figure } from './report-figures.ts';
import { slowDown } from './shape.ts';

const PATIENCE_MS = 60_000;
const ROWS = 500;

/** From the choice of a file until each row is checked, its point too. */
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
