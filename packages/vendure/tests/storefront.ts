import type { Page } from '@playwright/test';
import { openCard } from '../../../tests/browser/widget-shop.ts';
import { end, startProgram, waitUntilReady } from '../../../tests/processes.ts';
import { test as base } from './vendure.ts';

export const test = base.extend<{ storefront: string }>({
  storefront: async ({ droppoint, vendure }, use) => {
    const environment = {
      VENDURE_URL: vendure.origin,
      DROPPOINT_URL: vendure.door.origin,
      STOREFRONT_PORT: new URL(droppoint.shop).port,
    };
    const child = startProgram([`${vendure.folder}/storefront/server.mjs`], environment);
    await waitUntilReady(droppoint.shop, child);
    vendure.door.isClosed = false;
    await use(droppoint.shop);
    await end(child, 'SIGKILL');
  },
});

/** Fills the basket and the details, and chooses a shipping method. */
export async function goToDelivery(
  page: Page,
  storefront: string,
  way = 'To a pick-up point',
): Promise<void> {
  await page.goto(storefront);
  await page.getByRole('button', { name: 'Add Kettle' }).click();
  const values = {
    'First name': 'Oskar',
    'Last name': 'Lis',
    'E-mail': 'oskar@mail.example',
    Phone: '+48500000202',
    'Street and number': 'Rynek 1',
    Postcode: '00-950',
    Town: 'Warszawa',
  };
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Continue to delivery' }).click();
  await page.getByRole('radio', { name: new RegExp(`^${way}`) }).check();
}

export const valueOf = (page: Page): Promise<string> =>
  page.locator('droppoint-picker').evaluate((picker) => (picker as HTMLInputElement).value);

/** Chooses a point on the map. @returns its id, once Vendure has stored it */
export async function chooseOnMap(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Choose your pick-up point' }).click();
  const frame = page.frameLocator('droppoint-picker iframe');
  await openCard(frame);
  const stored = page.waitForResponse(
    (answer) => answer.url().endsWith('/shop-api') && answer.request().postData()!.includes('setPickupPoint'),
  );
  await frame.getByRole('button', { name: /^Choose this point/ }).click();
  await stored;
  return valueOf(page);
}

export const pay = (page: Page) => page.getByRole('button', { name: 'Pay' }).click();
export const state = (page: Page) => page.locator('#placed .state');
