import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import type { Droppoint } from './droppoint.ts';
import { test } from './example-shop.ts';

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
  // Nothing is published here, so the route says "unknown"; on both runtimes.
  const { id } = await findPoint(droppoint);
  const answer = await page.request.get(`${droppoint.origin}/api/points/${id}`);
  expect(await answer.json()).toMatchObject({ status: 'unknown', isValid: true, reason: 'not_published' });
  const order = await page.request.post(`${shop}/orders`, {
    form: { name: 'Ada', email: 'ada@example.com', delivery: 'point', pickup_point: id },
  });
  expect(await order.text()).toContain('We couldn’t check at this moment whether this point is open.');
});
