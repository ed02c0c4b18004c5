import { execFileSync, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { openCard } from '../../../tests/browser/widget-shop.ts';
import { end, waitUntilReady } from '../../../tests/processes.ts';
import { TEST_MS } from '../../../tests/timeouts.ts';
import { test as base } from './medusa.ts';

const VITE = resolve('packages/medusa/node_modules/vite/bin/vite.js');

export const test = base.extend<object, { storefront: string }>({
  storefront: [
    async ({ droppoint, medusa }, use) => {
      const env = {
        ...process.env,
        VITE_MEDUSA_URL: medusa.origin,
        VITE_PUBLISHABLE_KEY: medusa.keys.publishable,
      };
      const options = { cwd: medusa.folder, env, stdio: 'ignore' } as const;
      execFileSync(process.execPath, [VITE, 'build', 'storefront'], options);
      const { hostname, port } = new URL(droppoint.shop);
      const words = ['preview', 'storefront', '--host', hostname, '--port', port, '--strictPort'];
      const child = spawn(process.execPath, [VITE, ...words], options);
      await waitUntilReady(droppoint.shop, child);
      await use(droppoint.shop);
      await end(child, 'SIGKILL');
    },
    { scope: 'worker', timeout: TEST_MS },
  ],
});

/** Fills the basket and the details, and chooses a way of delivery. */
export async function goToDelivery(
  page: Page,
  storefront: string,
  way = 'To a pick-up point',
): Promise<void> {
  await page.goto(storefront);
  await page.getByRole('button', { name: 'Add Kettle' }).click();
  await page.getByLabel('Country').selectOption('pl');
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

/** Chooses a point on the map. @returns its id, once Medusa has stored it */
export async function chooseOnMap(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Choose your pick-up point' }).click();
  const frame = page.frameLocator('droppoint-picker iframe');
  await openCard(frame);
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/pickup-point'));
  await frame.getByRole('button', { name: /^Choose this point/ }).click();
  await stored;
  return valueOf(page);
}

export const pay = (page: Page) => page.getByRole('button', { name: 'Pay' }).click();
export const state = (page: Page) => page.locator('#placed .state');

/** The id of the order that a page shows. */
export const orderOf = (page: Page): string => new URL(page.url()).hash.slice(1);
