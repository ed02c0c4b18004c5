import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import type { DroppointPicker } from '../../packages/elements/element.d.ts';
import { onPublishedNetwork, type Droppoint } from './droppoint.ts';
import { test } from './example-shop.ts';
import { enlargeText } from './enlarge-text.ts';
import { findBarriersInEachLook } from './find-barriers.ts';
import { listOverflows } from './list-overflows.ts';
import { openCard } from './widget-shop.ts';

onPublishedNetwork();

/** A point of the published network, from the locator's own list. */
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
  await page.getByLabel('Mobile phone').fill('+48 500 000 202');
}

for (const mode of ['modal', 'nearest'])
  test(`with text twice as large the checkout fits a phone, with its points ${mode}`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enlargeText(page, 32);
    await page.goto(`${shop}/?mode=${mode}`);
    if (mode === 'nearest') {
      await page
        .locator('droppoint-picker')
        .evaluate((element) => ((element as DroppointPicker).city = 'Warszawa'));
      await expect(page.getByRole('radio')).toHaveCount(5);
    }
    expect(await listOverflows(page)).toEqual([]);
  });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

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
    // The form's values are kept.
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

test.describe('with the picker', () => {
  /** Opens the checkout with a map that starts where there are a few pins. */
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

  test('a point chosen before someone wants it brought home is no part of the order', async ({
    page,
    shop,
  }) => {
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await openCheckout(page, shop);
    await choosePoint(page);
    expect(complaints).toEqual([]);
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
    // As if the point had left the network since: the form has its coordinates. The picker can't look it up, and is destroyed.
    await page.route('**/api/points/PL_CLOSED*', (route) => route.abort());
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

  test.describe('in the shop’s administration', () => {
    /** Places an order with a point of the network. @returns its number */
    async function order(page: Page, shop: string, pointId: string): Promise<string> {
      const person = { name: 'Ada', email: 'ada@example.com', phone: '+48500000202' };
      const form = { ...person, delivery: 'point', pickup_point: pointId };
      const answer = await page.request.post(`${shop}/orders`, { form });
      return /K\d{4}-\d{4}-\d{4}/.exec(await answer.text())![0];
    }
    const pickers = (page: Page) => page.locator('droppoint-picker');

    test('points are shown by name, without a frame and a button; one that has closed keeps its id, and says so', async ({
      page,
      shop,
      droppoint,
    }) => {
      const { id } = await findPoint(droppoint);
      const number = await order(page, shop, id);
      await page.goto(`${shop}/admin`);
      const cards = page.getByRole('listitem');
      const point = cards.filter({ hasText: number }).locator('droppoint-picker');
      await expect(point.getByRole('status')).toHaveText(/\n?\d\d-?\d{3} /);
      await expect(point.getByRole('button')).toHaveCount(0);
      const closed = cards.filter({ hasText: 'Grace Hopper' }).locator('droppoint-picker');
      await expect(closed.getByRole('status')).toHaveText(
        /^PL_CLOSED\s+This pick-up point is no longer available\.$/,
      );
      expect(
        await closed.evaluate((picker) => [
          (picker as HTMLInputElement).value,
          (picker as HTMLInputElement).checkValidity(),
        ]),
      ).toEqual(['PL_CLOSED', true]);
      expect(await pickers(page).locator('iframe').count()).toBe(0);
    });

    test('a press opens the picker; what is chosen is saved, and what was before is shown', async ({
      page,
      shop,
      droppoint,
    }) => {
      const { id } = await findPoint(droppoint, 'CZ');
      await page.goto(`${shop}/admin/orders/${await order(page, shop, id)}`);
      const change = page.getByRole('button', { name: 'Change the point' });
      await expect(pickers(page).getByRole('status')).not.toHaveText(id);
      await change.click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(pickers(page).getByRole('button')).toHaveCount(0);
      await change.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      // The pins on the map are tested elsewhere.
      const chosen = 'PL_CZE10M';
      void pickers(page).evaluate((picker, point) => (picker as DroppointPicker).selectPoint(point), chosen);
      await expect(page.getByRole('heading', { name: 'Before' })).toBeVisible();
      expect(
        await pickers(page).evaluateAll((all) => all.map((picker) => (picker as HTMLInputElement).value)),
      ).toEqual([chosen, id]);
    });

    test('a point near the customer’s address is taken in place of one that has closed', async ({
      page,
      shop,
    }) => {
      await page.goto(`${shop}/admin/orders/K1001-1001-1001`);
      await page.getByLabel('Address').fill('Częstochowa');
      await page.getByRole('button', { name: 'Show the nearest points' }).click();
      const others = page.getByRole('button', { name: 'Send it here' });
      await expect(others).toHaveCount(5);
      const id = await others.first().getAttribute('value');
      await others.first().click();
      await expect(page.getByRole('heading', { name: 'Before' })).toBeVisible();
      expect(
        await pickers(page).evaluateAll((all) => all.map((picker) => (picker as HTMLInputElement).value)),
      ).toEqual([id, 'PL_CLOSED']);
      await expect(pickers(page).last().getByRole('status')).toContainText(
        'This pick-up point is no longer available.',
      );
    });

    test('axe finds no barrier, and nothing is wider than a small phone', async ({ page, shop }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      for (const path of ['/admin', '/admin/orders/K1001-1001-1001?near=Częstochowa']) {
        await page.goto(shop + path);
        await expect(pickers(page).first().getByRole('status')).not.toBeEmpty();
        expect(await findBarriersInEachLook(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      }
    });
  });

  for (const mode of ['modal', 'inline'] as const) {
    test(`axe finds no barrier in the checkout, and nothing is wider than a small phone (${mode})`, async ({
      page,
      shop,
    }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await openCheckout(page, `${shop}/?mode=${mode}`);
      expect(await findBarriersInEachLook(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      const answer = await page.request.post(`${shop}/orders`, {
        form: { delivery: 'point', pickup_point: 'PL_X' },
      });
      await page.route('**/answer', (route) => route.fulfill({ response: answer }));
      await page.goto(`${shop}/answer`);
      expect(await findBarriersInEachLook(page)).toEqual([]);
    });
  }
});
