import { expect } from '@playwright/test';
import { rest } from './come-to-rest.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { test } from './example-shop.ts';
import { findLocker } from './find-locker.ts';
import { advance, stopClock } from './parcel-lives.ts';
import { administer, badge, PERSON, press, state } from './shop-orders.ts';

/** From the order to the return, in the example shop: in Chromium and in Firefox; tests/webkit has it for WebKit. */

test.skip(
  ({ browserName }) => browserName === 'firefox' && !process.env['FIREFOX_PATH'],
  'no Firefox: FIREFOX_PATH is not set',
);
test.use({ webhooks: true });
onPublishedNetwork();
test.beforeAll(({ droppoint }) => stopClock(droppoint));

test('Example shop: a shopper orders to a locker, which closes, watches the parcel go to another without touching the page, and returns it', async ({
  page,
  shop,
  droppoint,
}) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(shop);
  await page.getByLabel('Name').fill(PERSON.name);
  await page.getByLabel('E-mail').fill(PERSON.email);
  await page.getByLabel('Mobile phone').fill(PERSON.phone);
  await press(page, 'Choose your pick-up point');
  const frame = page.frameLocator('droppoint-picker iframe');
  await findLocker(frame);
  await frame.getByRole('button', { name: 'Choose this point' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await press(page, 'Place the order');
  await expect(state(page)).toHaveText('We are packing your order.');
  await expect(page.locator('droppoint-parcel')).toHaveCount(0);

  const admin = await administer(page, shop);
  await droppoint.setFaults([{ kind: 'close', ids: [await page.locator('#point-id').innerText()] }]);
  const before = await page.locator('#point').innerText();
  await press(admin, 'Send the parcel');
  await expect(admin.getByRole('alert')).toContainText('doesn’t deliver to this point any more');
  const other = admin.getByRole('button', { name: 'Send it here' }).first();
  const otherId = (await other.getAttribute('value'))!;
  await other.click();
  await expect(page.locator('#point-id')).toHaveText(otherId);
  await expect(page.locator('#point')).not.toHaveText(before);
  await press(admin, 'Send the parcel');
  const trackingNumber = await admin.locator('section strong').innerText();
  const label = await admin.request.get(
    (await admin.getByRole('link', { name: 'Print the label' }).getAttribute('href'))!.replace(/^/, shop),
  );
  expect(label.headers()['content-type']).toBe('application/pdf');
  expect((await label.body()).subarray(0, 5).toString()).toBe('%PDF-');

  await expect(state(page)).toHaveText('Your parcel is packed, and waits for the carrier.');
  const parcel = page.locator('#track droppoint-parcel');
  await expect(parcel).toHaveAttribute('number', trackingNumber);
  await expect(parcel.frameLocator('iframe').getByText(trackingNumber)).toBeVisible();
  await press(admin, 'Let 12 hours pass');
  await expect(state(page)).toHaveText('Your parcel is on its way.');
  for (const _ of [1, 2, 3]) await press(admin, 'Let 12 hours pass');
  await expect(state(page)).toHaveText('Your parcel is ready: you can collect it.');
  await expect(page.getByRole('link', { name: 'Return this order' })).toBeHidden();
  await press(admin, 'Let 12 hours pass');
  await press(admin, 'Let 12 hours pass');
  await expect(state(page)).toHaveText(/^You have your parcel/);
  // Droppoint shows the same state as the shop above it, which was notified first.
  const received = parcel.frameLocator('iframe').getByRole('heading', { level: 2 });
  await expect(received).toHaveText('The parcel has been collected.');
  // All of it was pushed on one connection.
  const ordersRequested = requested.filter((url) => url.startsWith(`${shop}/orders/`));
  expect(ordersRequested).toEqual([page.url(), `${page.url()}/news`]);

  await page.bringToFront();
  const sendBack = page.getByRole('link', { name: 'Return this order' });
  // Scroll first, and wait for a frame before the click: Chromium sends the click to whatever frame was
  // there in the last one drawn.
  await sendBack.scrollIntoViewIfNeeded();
  await rest(page);
  await sendBack.click();
  await page.getByLabel('E-mail').fill(PERSON.email);
  await page.getByLabel('Phone').fill(PERSON.phone);
  await press(page, 'Create the return');
  await expect(page.locator('.digits')).toHaveText(/^\d{3} \d{3} \d{3}$/);
  await page.goBack();
  await expect(state(page)).toHaveText(/^Your return is announced/);
  await expect(page.getByRole('link', { name: 'Return this order' })).toBeHidden();
  await admin.reload();
  await expect(badge(admin)).toHaveText('Return: announced');
  const returnNumber = await admin.getByText('The customer sends it back:').locator('strong').innerText();
  await expect(page.locator('#track-return droppoint-parcel')).toHaveAttribute('number', returnNumber);
  await advance(droppoint, 60);
  await expect(state(page)).toHaveText(/^We have received your return/);
  await admin.goto(`${shop}/admin`);
  await expect(badge(admin).first()).toHaveText('Return: back');
  expect(complaints).toEqual([]);
});
