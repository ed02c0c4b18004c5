import { expect } from '@playwright/test';
import { onPublishedNetwork, test } from '../browser/droppoint.ts';
import { inEachLook } from './take-picture.ts';

/** The operator's streets, from a valley to single houses. */
test.use({ streets: true });
const ZOOMS = [12, 14, 16, 18];

inEachLook(test, (shoot) => {
  onPublishedNetwork();

  test('Streets at several zooms', async ({ page }) => {
    const main = page.getByRole('main');
    for (const zoom of ZOOMS) {
      await page.goto(`/?latitude=42.5075&longitude=1.5218&zoom=${zoom}`);
      await expect.poll(() => page.locator('.dp-streets canvas').count()).toBeGreaterThan(0);
      await expect(main.locator('.row[aria-busy="false"]').first()).toBeVisible();
      await shoot(page, `streets-${zoom}`);
    }
    await page.goto('/?latitude=42.5075&longitude=1.5218&zoom=16');
    await main.locator('.row[aria-busy="false"]').first().click();
    await expect(main.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
    await shoot(page, `streets-card`);
  });
});
