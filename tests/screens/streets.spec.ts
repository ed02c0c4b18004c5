import { expect } from '@playwright/test';
import { test } from '../browser/droppoint.ts';
import { SIZES, takePicture } from './take-picture.ts';

/** The operator's streets, from a valley down to the houses. */
test.use({ streets: true });
const ZOOMS = [12, 14, 16, 18];

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      test('streets', async ({ page, droppoint }) => {
        await droppoint.publish();
        const main = page.getByRole('main');
        for (const zoom of ZOOMS) {
          await page.goto(`/?latitude=42.5075&longitude=1.5218&zoom=${zoom}`);
          await expect.poll(() => page.locator('.dp-streets canvas').count()).toBeGreaterThan(0);
          await expect(main.locator('.row[aria-busy="false"]').first()).toBeVisible();
          await takePicture(page, `streets-${zoom}-${size}-${colorScheme}`);
        }
        await page.goto('/?latitude=42.5075&longitude=1.5218&zoom=16');
        await main.locator('.row[aria-busy="false"]').first().click();
        await expect(main.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
        await takePicture(page, `streets-card-${size}-${colorScheme}`);
      });
    });
  }
}
