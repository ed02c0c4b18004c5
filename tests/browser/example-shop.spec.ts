import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import type { Droppoint } from './droppoint.ts';
import { test } from './example-shop.ts';
import { findBarriers } from './find-barriers.ts';
import { openCard } from './widget-shop.ts';

/** A point of the published network, as the locator's own list has it. */
async function findPoint(droppoint: Droppoint, country = 'PL') {
  const answer = await fetch(`${droppoint.origin}/api/points?page=1&perPage=500`);
  const pages = z.object({ totalPages: z.number() }).parse(await answer.json());
  for (let page = pages.totalPages; page > 0; page--) {
    const list = await fetch(`${droppoint.origin}/api/points?page=${page}&perPage=500`);
    const { items } = z
      .object({
        items: z.array(z.looseObject({ id: z.string(), country: z.string(), coordinates: z.unknown() })),
      })
      .parse(await list.json());
    const point = items.find(
      (item) =>
        item.country === country && typeof (item.coordinates as { latitude: unknown }).latitude === 'number',
    );
    if (point)
      return { id: point.id, coordinates: point.coordinates as { latitude: number; longitude: number } };
  }
  throw new Error(`no point in ${country}`);
}

async function fillContact(page: Page) {
  await page.getByLabel('Name').fill('Ada <b>Lovelace</b>');
  await page.getByLabel('E-mail').fill('ada@example.com');
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.skip(
    ({ runtime }) => runtime === 'workerd',
    'the shop is the same; at the edge nothing is published here',
  );
  test.beforeAll(({ droppoint }) => droppoint.publish());
  test.afterAll(({ droppoint }) => droppoint.unpublish());

  test('a point’s number in the fallback makes an order, which says where it goes', async ({
    page,
    shop,
    droppoint,
  }) => {
    const { id } = await findPoint(droppoint);
    await page.goto(shop);
    await fillContact(page);
    await page.getByLabel('Number of the pick-up point').fill(id);
    await page.getByRole('button', { name: 'Place the order' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you, Ada <b>Lovelace</b>' })).toBeVisible();
    await expect(page.getByText(`Pick-up point ${id}`)).toBeVisible();
    await expect(page.locator('#point')).toHaveText(/, /);
    await expect(page.getByText('We couldn’t check')).toHaveCount(0);
  });

  test('a point that has closed is told with the nearest ones, and one of them taken with one press', async ({
    page,
    shop,
    droppoint,
  }) => {
    const { coordinates } = await findPoint(droppoint);
    await page.goto(shop);
    await fillContact(page);
    await page.getByLabel('Number of the pick-up point').fill('PL_CLOSED');
    await page
      .locator('[name=pickup_latitude]')
      .evaluate((input: HTMLInputElement, value) => (input.value = value), String(coordinates.latitude));
    await page
      .locator('[name=pickup_longitude]')
      .evaluate((input: HTMLInputElement, value) => (input.value = value), String(coordinates.longitude));
    await page.getByRole('button', { name: 'Place the order' }).click();
    await expect(page.getByRole('alert')).toContainText('The pick-up point PL_CLOSED has closed.');
    // What was filled in is still there.
    await expect(page.getByLabel('E-mail')).toHaveValue('ada@example.com');
    const others = page.getByRole('button', { name: 'Send it here' });
    await expect(others).toHaveCount(5);
    await others.first().click();
    await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();
  });

  test('no point at all is told', async ({ page, shop }) => {
    await page.goto(shop);
    await fillContact(page);
    await page.getByRole('button', { name: 'Place the order' }).click();
    await expect(page.getByRole('alert')).toContainText('Please choose a pick-up point.');
  });
});

test('a point that can’t be checked is taken, and the shopper told', async ({ page, shop, droppoint }) => {
  const { id } = await findPoint(droppoint);
  // Nothing is published here; on Node, what an earlier test published is known for half a minute more.
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`${droppoint.origin}/api/points/${id}`);
        return answer.json() as Promise<unknown>;
      },
      { timeout: 40_000 },
    )
    .toMatchObject({ status: 'unknown', isValid: true, reason: 'not_published' });
  const order = await page.request.post(`${shop}/orders`, {
    form: { name: 'Ada', email: 'ada@example.com', delivery: 'point', pickup_point: id },
  });
  expect(await order.text()).toContain('We couldn’t check at this moment whether this point is open.');
});

test.describe('with the picker', () => {
  test.skip(
    ({ runtime }) => runtime === 'workerd',
    'the shop is the same; at the edge nothing is published here',
  );
  test.beforeAll(({ droppoint }) => droppoint.publish());
  test.afterAll(({ droppoint }) => droppoint.unpublish());

  /** Opens the checkout with a map that begins where a few pins are. */
  async function openCheckout(page: Page, address: string) {
    await page.goto(address);
    await page.locator('droppoint-picker').evaluate((picker) => {
      for (const [name, value] of [
        ['latitude', '50.802'],
        ['longitude', '19.1158'],
        ['zoom', '14'],
      ] as const)
        picker.setAttribute(name, value);
    });
    await fillContact(page);
  }

  async function choosePoint(page: Page): Promise<string> {
    await page.getByRole('button', { name: 'Choose your pick-up point' }).click();
    const frame = page.frameLocator('droppoint-picker iframe');
    await openCard(frame);
    await frame.getByRole('button', { name: /^Choose this point/ }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    return page.locator('droppoint-picker').evaluate((picker) => (picker as HTMLInputElement).value);
  }

  const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place the order' }).click();

  test('a point chosen on the map goes with the order, which names its place', async ({ page, shop }) => {
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await openCheckout(page, shop);
    const id = await choosePoint(page);
    await placeOrder(page);
    await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();
    await expect(page.getByText(`Pick-up point ${id}`)).toBeVisible();
    await expect(page.locator('#point')).toContainText(', ');
    expect(complaints).toEqual([]);
  });

  test('without a point the browser holds the form back and says why', async ({ page, shop }) => {
    await openCheckout(page, shop);
    await placeOrder(page);
    const message = await page
      .locator('droppoint-picker')
      .evaluate((picker) => (picker as HTMLInputElement).validationMessage);
    expect(message).not.toBe('');
    await expect(page.getByRole('button', { name: 'Choose your pick-up point' })).toBeFocused();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('a point chosen before someone wants it brought home is no part of the order', async ({
    page,
    shop,
  }) => {
    await openCheckout(page, shop);
    await choosePoint(page);
    await page.getByLabel('Your home').check();
    await page.getByLabel('Street, number, postcode and town').fill('Rynek 1, Kraków');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await placeOrder(page);
    expect((await sent).postData()).not.toContain('pickup_point');
    await expect(page.getByRole('heading', { name: 'It comes to' })).toBeVisible();
  });

  test('a point that closes after it was chosen is told, with the nearest ones', async ({ page, shop }) => {
    await openCheckout(page, shop);
    const id = await choosePoint(page);
    // As if the network had lost it in the meantime: the form knows where it was. Without its frame the picker doesn't, and lets it go.
    await page.locator('droppoint-picker').evaluate((picker) => {
      (picker as HTMLInputElement & { destroy(): void }).destroy();
      (picker as HTMLInputElement).value = 'PL_CLOSED';
    });
    await placeOrder(page);
    await expect(page.getByRole('alert')).toContainText('The pick-up point PL_CLOSED has closed.');
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Choose your pick-up point' })).toBeVisible();
    await page.getByRole('button', { name: 'Send it here' }).first().click();
    await expect(page.getByText(`Pick-up point ${id}`)).toBeVisible();
  });

  for (const mode of ['modal', 'inline'] as const) {
    test(`axe finds no barrier in the checkout, and nothing is wider than a small phone (${mode})`, async ({
      browser,
      shop,
    }) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        // axe is put into the page from here, which the page's own policy would refuse.
        const context = await browser.newContext({
          colorScheme,
          bypassCSP: true,
          viewport: { width: 320, height: 640 },
        });
        const page = await context.newPage();
        await openCheckout(page, `${shop}/?mode=${mode}`);
        expect(await findBarriers(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
        const answer = await page.request.post(`${shop}/orders`, {
          form: { delivery: 'point', pickup_point: 'PL_X' },
        });
        await page.setContent(await answer.text());
        expect(await findBarriers(page)).toEqual([]);
        await context.close();
      }
    });
  }
});
