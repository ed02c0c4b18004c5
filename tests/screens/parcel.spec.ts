import { expect } from '@playwright/test';
import { onPublishedNetwork, test } from '../browser/droppoint.ts';
import { makeReturnLink } from '../browser/make-return-link.ts';
import { advance, ship, stopClock } from '../browser/parcel-lives.ts';
import { emptyParcelAnswer } from '#contract/public-parcel.ts';
import { inEachLook } from './take-picture.ts';

/** The parcel page, and the page of a return. */
const UNKNOWN = '690000000000199999999999';
/** For each state, a recipient's name that selects the parcel's life, and the hours until the parcel is in that state. */
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

  test('Parcel page', async ({ page, droppoint }) => {
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
      for (const [name, status, json] of [
        ['gone', 200, { parcels: [emptyParcelAnswer(number, 'gone', null)] }],
        ['busy', 429, { error: 'temporarily_unavailable' }],
        ['outage', 502, { error: 'server_error' }],
      ] as const) {
        await page.evaluate(() => sessionStorage.clear());
        await page.route('**/api/parcels?*', (route) => route.fulfill({ status, json }));
        await page.reload();
        await expect(page.getByRole('main').getByRole('status')).not.toHaveText('Looking it up…');
        await shoot(page, `parcel-${name}`, true);
        await page.unroute('**/api/parcels?*');
      }
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

  test('Return by a shop’s link', async ({ page, droppoint }) => {
    await page.goto(await makeReturnLink(droppoint));
    await page.getByLabel('E-mail').fill('oskar@mail.example');
    await page.getByLabel('Phone').fill('500');
    await page.getByRole('button', { name: 'Create the return' }).click();
    await expect(page.getByText('Enter a phone number.')).toBeVisible();
    await shoot(page, 'return-form', true);
    await page.getByLabel('Phone').fill('500 000 202');
    await page.getByRole('button', { name: 'Create the return' }).click();
    await expect(page.locator('.digits')).toBeVisible();
    await shoot(page, 'return-created', true);
    await page.getByLabel('Address, town or postcode').fill('Warszawa');
    await page.getByRole('button', { name: 'Find points' }).click();
    await expect(page.getByRole('heading', { name: 'Opening hours' })).toHaveCount(5);
    await shoot(page, 'return-points', true);
    await page.goto('about:blank');
    await page.goto(await makeReturnLink(droppoint, -1_000));
    await expect(page.getByRole('alert')).toBeVisible();
    await shoot(page, 'return-expired');
  });
});
