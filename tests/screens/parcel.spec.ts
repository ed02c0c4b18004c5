import { expect } from '@playwright/test';
import { onPublishedNetwork, test } from '../browser/droppoint.ts';
import { makeReturnLink } from '../browser/make-return-link.ts';
import { advance, ship, stopClock } from '../browser/parcel-lives.ts';
import { inEachLook } from './take-picture.ts';

/** Where a parcel is, and the page of a return. */
const UNKNOWN = '690000000000199999999999';
/** Recipients whose names choose the parcel's life, and the hours after which it is in the state. */
const STATES = {
  registered: ['Lis', 1],
  'on-its-way': ['Lis', 15],
  ready: ['Lis', 38],
  collected: ['Lis', 62],
  returning: ['Refused', 66],
  lost: ['Lost', 75],
} as const;

test.beforeAll(({ droppoint }) => stopClock(droppoint));

inEachLook(test, (shoot) => {
  onPublishedNetwork();

  test('parcels', async ({ page, droppoint }) => {
    test.setTimeout(180_000);
    const heading = page.getByRole('main').getByRole('heading', { level: 2 }).first();
    for (const [state, [lastName, hours]] of Object.entries(STATES)) {
      const number = await ship(droppoint, lastName);
      await advance(droppoint, hours);
      await page.goto(`/parcel#${number}`);
      await page.reload();
      await expect(heading).toBeVisible();
      if (state === 'ready') await expect(page.locator('.dp-pin')).toHaveCount(1);
      await shoot(page, `parcel-${state}`, true);
      if (state !== 'ready') continue;
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      await shoot(page, 'parcel-ready-rtl', true);
      await page.goto(`/parcel#${number},${UNKNOWN}`);
      await page.reload();
      await expect(page.getByRole('main')).toContainText(UNKNOWN);
      await shoot(page, 'parcel-several', true);
    }
    await page.route('**/api/parcels**', (route) => route.abort());
    await page.goto(`/parcel#${UNKNOWN}`);
    await page.reload();
    await expect(page.getByRole('main')).toBeVisible();
    await shoot(page, 'parcel-failed', true);
    await page.goto('/parcel');
    await page.reload();
    await expect(page.getByRole('textbox')).toBeVisible();
    await shoot(page, 'parcel-empty', true);
  });

  test('returns', async ({ page, droppoint }) => {
    await page.goto(await makeReturnLink(droppoint));
    await expect(page.getByRole('button', { name: 'Create the return' })).toBeVisible();
    await shoot(page, 'return-form', true);
    await page.getByLabel('E-mail').fill('oskar@mail.example');
    await page.getByLabel('Phone').fill('500 000 202');
    await page.getByRole('button', { name: 'Create the return' }).click();
    await expect(page.locator('.digits')).toHaveText(/\d/);
    await shoot(page, 'return-created', true);
  });
});
