import type { Page } from '@playwright/test';
import { listen } from '../processes.ts';
import type { Droppoint } from './droppoint.ts';
import { PICKER_COLUMN } from './list-off-grid.ts';
import type { Visit } from './visit.ts';

const VIEW = 'latitude="52.2297" longitude="21.0122" zoom="10"';

const frameOf = (page: Page) => page.frameLocator('droppoint-picker iframe');
const within = async (page: Page) =>
  (await page.locator('droppoint-picker iframe').elementHandle())?.contentFrame();
const rowsOf = (page: Page) => frameOf(page).locator('.list').getByRole('listitem');
const chooseOf = (page: Page) => frameOf(page).getByRole('button', { name: /^Choose this point/ });
const chosenOf = (page: Page) => frameOf(page).getByRole('region', { name: 'Your pick-up point' });

/** Opens a shop's page of which the picker is a part, and waits until the first rows have their details. */
async function openShop(page: Page, { origin, shop }: Droppoint): Promise<void> {
  const body = `<!doctype html><html lang="en"><head><title>Shop</title><meta name="viewport" content="width=device-width">
<script type="module" src="${origin}/v1/droppoint.js" crossorigin></script></head>
<body><main><h1>Checkout</h1><droppoint-picker mode="inline" ${VIEW}></droppoint-picker></main></body></html>`;
  // Browsers don't let a page that only the test's driver has answered load a script from the loopback address.
  const server = await listen(
    (_, response) => response.setHeader('content-type', 'text/html').end(body),
    Number(new URL(shop).port),
  );
  page.once('close', () => void server.close());
  await page.goto(`${shop}/checkout`);
  await rowsOf(page).locator('[aria-busy="false"]').first().waitFor();
}

export const INLINE_VISIT: Visit = {
  title: 'the picker as a part of a shop’s page',
  isPublished: true,
  screens: [
    {
      name: 'inline',
      within,
      column: PICKER_COLUMN,
      reach: openShop,
      sign: (page) => rowsOf(page).first(),
    },
    {
      name: 'inline-filters',
      within,
      column: PICKER_COLUMN,
      reach: (page) =>
        frameOf(page)
          .getByRole('button', { name: /^Filters/ })
          .click(),
      sign: (page) => frameOf(page).getByRole('button', { name: 'Show the points' }),
    },
    {
      name: 'inline-card',
      within,
      column: PICKER_COLUMN,
      async reach(page) {
        await frameOf(page).getByRole('button', { name: 'Show the points' }).click();
        await rowsOf(page).nth(1).getByRole('button').click();
      },
      sign: chooseOf,
    },
    {
      name: 'inline-chosen',
      within,
      column: PICKER_COLUMN,
      reach: (page) => chooseOf(page).click(),
      sign: chosenOf,
    },
  ],
};
