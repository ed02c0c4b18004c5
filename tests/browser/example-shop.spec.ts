import { expect, type Page } from '@playwright/test';
import type { DroppointPicker } from '../../packages/elements/element.d.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { test } from './example-shop.ts';
import { enlargeText } from './enlarge-text.ts';
import { findBarriersInEachLook } from './find-barriers.ts';
import { listOverflows } from './list-overflows.ts';
import { findLocker } from './parcel-lives.ts';
import { openCard } from './widget-shop.ts';

/**
 * The shop's pages with the picker in them; its server's answers are in
 * tests/functions/example-shop-orders.test.ts.
 */
onPublishedNetwork();

const PERSON = { name: 'Ada', email: 'ada@example.com', phone: '+48500000202' };
/** An earlier order, whose point has closed. */
const EARLIER = '/admin/orders/K1001-1001-1001';

const picker = (page: Page) => page.locator('droppoint-picker');
const valuesOf = (page: Page) =>
  picker(page).evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));

/** Opens the checkout with a map that starts where there are a few pins. */
async function openCheckout(page: Page, shop: string): Promise<void> {
  await page.goto(shop);
  await picker(page).evaluate((element) => {
    for (const [name, value] of [
      ['latitude', '50.802'],
      ['longitude', '19.1158'],
      ['zoom', '14'],
    ] as const)
      element.setAttribute(name, value);
  });
  await page.getByLabel('Name').fill(PERSON.name);
  await page.getByLabel('E-mail').fill(PERSON.email);
  await page.getByLabel('Mobile phone').fill(PERSON.phone);
}

async function choosePoint(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Choose your pick-up point' }).click();
  const frame = page.frameLocator('droppoint-picker iframe');
  await openCard(frame);
  await frame.getByRole('button', { name: /^Choose this point/ }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const [id] = await valuesOf(page);
  return id!;
}

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place the order' }).click();

test('Example shop: an order delivered home has no point, and a point that has closed since it was chosen gets alternatives', async ({
  page,
  shop,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await openCheckout(page, shop);
  const id = await choosePoint(page);
  expect(complaints).toEqual([]);
  await page.getByLabel('Your home').check();
  await page.getByLabel('Street, number, postcode and town').fill('Rynek 1, Kraków');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await placeOrder(page);
  expect((await sent).postData()).not.toContain('pickup_point');
  await expect(page.getByRole('heading', { name: 'It comes to' })).toBeVisible();

  await openCheckout(page, shop);
  await choosePoint(page);
  // Simulates a point that has left the network since: the form has its coordinates, and the picker can't
  // look it up and is destroyed.
  await page.route('**/api/points/PL_CLOSED*', (route) => route.abort());
  await picker(page).evaluate((element: DroppointPicker) => {
    element.destroy();
    element.value = 'PL_CLOSED';
  });
  await placeOrder(page);
  await expect(page.getByRole('alert')).toContainText('The pick-up point PL_CLOSED has closed.');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Choose your pick-up point' })).toBeVisible();
  await page.getByRole('button', { name: 'Send it here' }).first().click();
  await expect(page.getByText(`Pick-up point ${id}`)).toBeVisible();
});

test('Example shop: staff see a point’s name without a frame, and change the point in the picker', async ({
  page,
  shop,
  droppoint,
}) => {
  const id = await findLocker(droppoint);
  const form = { ...PERSON, delivery: 'point', pickup_point: id };
  const number = /K\d{4}-\d{4}-\d{4}/.exec(
    await (await page.request.post(`${shop}/orders`, { form })).text(),
  )![0];
  await page.goto(`${shop}/admin`);
  const pointOf = (words: string) =>
    page.getByRole('listitem').filter({ hasText: words }).locator('droppoint-picker');
  await expect(pointOf(number).getByRole('status')).toHaveText(/\d[\d-]{3,} \w/);
  await expect(pointOf(number).getByRole('button')).toHaveCount(0);
  const closed = pointOf('Grace Hopper');
  await expect(closed.getByRole('status')).toHaveText(
    /^PL_CLOSED\s+This pick-up point is no longer available\.$/,
  );
  expect(
    await closed.evaluate((element: DroppointPicker) => [element.value, element.checkValidity()]),
  ).toEqual(['PL_CLOSED', true]);
  expect(await picker(page).locator('iframe').count()).toBe(0);

  await page.getByRole('link', { name: number }).click();
  const change = page.getByRole('button', { name: 'Change the point' });
  await expect(picker(page).getByRole('status')).not.toHaveText(id);
  await change.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(picker(page).getByRole('button')).toHaveCount(0);
  await change.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // The pins on the map are tested elsewhere.
  const chosen = 'PL_CZE10M';
  const choosing = picker(page).evaluate(
    (element: DroppointPicker, point) => element.selectPoint(point),
    chosen,
  );
  // The form leaves the page, which may end the call.
  void choosing.catch(() => {});
  await expect(page.getByRole('heading', { name: 'Before' })).toBeVisible();
  expect(await valuesOf(page)).toEqual([chosen, id]);
});

test('Example shop: the pages are accessible, and fit a small phone and text at double size', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const look = async (state: string, words: string) => {
    await expect(picker(page).getByText(words).first()).toBeVisible();
    expect.soft(await findBarriersInEachLook(page), state).toEqual([]);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), state).toBe(320);
  };
  await page.goto(shop);
  await look('checkout', 'Choose your pick-up point');
  // Sends the form as a browser without validation would.
  await page.locator('#checkout').evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByRole('alert')).toContainText('Please choose a pick-up point.');
  await look('refused order', 'Choose your pick-up point');
  for (const path of ['/admin', `${EARLIER}?near=Częstochowa`]) {
    await page.goto(shop + path);
    await look(path, 'This pick-up point is no longer available.');
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await enlargeText(page, 32);
  for (const mode of ['modal', 'nearest']) {
    await page.goto(`${shop}/?mode=${mode}`);
    if (mode === 'nearest') {
      await picker(page).evaluate((element: DroppointPicker) => (element.city = 'Warszawa'));
      await expect(page.getByRole('radio')).toHaveCount(5);
    }
    expect.soft(await listOverflows(page), mode).toEqual([]);
  }
});
