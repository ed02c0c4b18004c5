import { expect } from '@playwright/test';
import { onPublishedNetwork, test } from '../browser/droppoint.ts';
import { inEachLook } from './take-picture.ts';

const CITY = 'latitude=52.2297&longitude=21.0122&zoom=10';

/** The notices of `/choose`, in place of the map and over it. */
inEachLook(test, (shoot) => {
  onPublishedNetwork();

  test('Notices of a choice for a shop', async ({ page }) => {
    const heading = page.getByRole('main').getByRole('heading').first();
    await page.goto('/choose');
    await expect(heading).toBeVisible();
    await shoot(page, 'choose-incomplete');
    await page.goto(`/choose#return=fern.shop:/point&state=a&shop=Fern&value=PL_GONE&${CITY}`);
    await page.reload();
    await page.getByRole('heading', { name: 'PL_GONE is no longer in the network' }).waitFor();
    await shoot(page, 'choose-gone');
    await page.getByRole('button', { name: 'Back to Fern' }).click();
    await page.getByRole('link', { name: 'Continue to Fern' }).waitFor();
    await shoot(page, 'choose-cancelled');
  });
});
