import { readFileSync } from 'node:fs';
import { expect, type Page, type Route } from '@playwright/test';
import { scan } from '../sandbox/zxing.ts';
import { onPublishedNetwork, test, type Droppoint } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import { listOverflows } from './list-overflows.ts';
import { makeReturnLink } from './make-return-link.ts';
import { stopClock } from './parcel-lives.ts';

/** The page that a shop's link for a return opens. tests/functions/returns tests its creation. */
onPublishedNetwork();
test.beforeAll(({ droppoint }) => stopClock(droppoint));

const RETURNS = '/returns/v1/organizations/org-1/shipments';
const CODE = /^\d{3} \d{3} \d{3}$/;

const main = (page: Page) => page.getByRole('main');
const email = (page: Page) => page.getByLabel('E-mail');
const phone = (page: Page) => page.getByLabel('Phone');
const createButton = (page: Page) => page.getByRole('button', { name: 'Create the return' });
const digits = (page: Page) => page.locator('.digits');
const qrCode = (page: Page) => page.getByRole('img', { name: /^QR code/ });
/** Requests to create a return, and for its label. */
const countRequests = (droppoint: Droppoint) => droppoint.countPlatformRequests(RETURNS);

async function fill(page: Page): Promise<void> {
  await email(page).fill('oskar@mail.example');
  await phone(page).fill('500 000 202');
}

test('Return page: opening a link creates nothing; a return is created once by keyboard, with code, QR code and label, and stays available', async ({
  page,
  context,
  droppoint,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const link = await makeReturnLink(droppoint);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url(), request.headers()['referer'] ?? ''));
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Return of order FL-1042');
  await expect(createButton(page)).toBeVisible();
  expect(await countRequests(droppoint)).toBe(0);
  expect(await listOverflows(page)).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
  // The skip link keeps the return's link in the address.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain(link);

  await createButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveAccessibleDescription(/^Enter an e-mail address/);
  await expect(phone(page)).toHaveAccessibleDescription(/^Enter a phone number/);
  expect(await findBarriers(page)).toEqual([]);
  for (const text of ['oskar@mail.example', '+48 500 000 202']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(createButton(page)).toBeFocused();
  for (const _ of ['once', 'twice']) await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your return is ready to hand in.' })).toBeFocused();
  await expect(digits(page)).toHaveText(CODE);
  await expect(main(page)).toContainText(/Hand it in by \w+ \d+, \d{4}\./);
  expect(await countRequests(droppoint)).toBe(1);
  const shown = await digits(page).innerText();
  const code = shown.replaceAll(' ', '');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  expect(await scan(await qrCode(page).screenshot())).toEqual({ QRCode: code });
  expect(await listOverflows(page)).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);

  const label = page.getByRole('button', { name: 'Label (PDF)' });
  const [download] = await Promise.all([page.waitForEvent('download'), label.click()]);
  expect(download.suggestedFilename()).toMatch(/^\d{24}\.pdf$/);
  expect(readFileSync(await download.path(), 'latin1')).toMatch(/^%PDF-/);
  await expect(page.getByRole('status').getByText('The label is in your downloads.')).toBeVisible();
  await droppoint.setFaults([{ kind: 'answer', status: 406, routes: ['returns'] }]);
  await label.click();
  await expect(page.getByText('The carrier has no label for this return.')).toBeVisible();
  await droppoint.setFaults([]);
  const requests = await countRequests(droppoint);

  await page.reload();
  await page.getByRole('link', { name: 'Where is the parcel?' }).click();
  await expect(main(page).getByRole('heading', { name: 'Your return has been registered.' })).toBeVisible();
  await page.goBack();
  await expect(digits(page)).toHaveText(shown);
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(digits(page)).toHaveText(shown);
  // Another person, or another browser of the same person.
  const other = await context.browser()!.newPage({ baseURL: droppoint.origin });
  await other.goto(link);
  await expect(digits(other)).toHaveText(shown);
  await expect(other.getByText('It was already created with this link.')).toBeVisible();
  await other.close();
  expect(await countRequests(droppoint)).toBe(requests);
  expect(requested.filter((text) => text.includes(link.split('=')[1]!.slice(0, 20)))).toEqual([]);
  await expect(page).toHaveTitle('Your return · Droppoint');
  expect(new URL(page.url()).search).toBe('');
});

test('Return page: points that accept parcels are found by a place and by the device’s position, and the page can be printed', async ({
  page,
  context,
  droppoint,
}) => {
  await page.goto(await makeReturnLink(droppoint));
  await fill(page);
  await createButton(page).click();
  const field = page.getByLabel('Address, town or postcode');
  const find = page.getByRole('button', { name: 'Find points' });
  const items = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  await find.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('Enter an address, a town or a postcode.');
  await field.fill('Xyzzyqwert');
  await find.click();
  await expect(page.getByRole('status').getByText('We couldn’t find this place.')).toBeVisible();
  await field.fill('Warszawa');
  const answered = page.waitForResponse((response) => response.url().includes('/api/nearest-points?'));
  await field.press('Enter');
  await expect(items).toHaveCount(5);
  await expect(main(page)).toContainText('Nearest to Warszawa');
  const { points } = (await (await answered).json()) as {
    points: { point: { capabilities?: string[]; country: string } }[];
  };
  for (const { point } of points) {
    expect(point.country).toBe('PL');
    if (point.capabilities !== undefined) expect(point.capabilities).toContain('PARCEL_SEND');
  }
  await expect(items.first().getByRole('link', { name: 'Directions' })).toHaveAttribute('href', /^https:/);
  await expect(items.first().locator('p.now')).toHaveText(/open|closed|around the clock|not given/i);
  await page.getByRole('button', { name: 'Near me' }).click();
  await expect(page.getByText('Your browser isn’t sharing your location.')).toBeVisible();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 52.23, longitude: 21.01 });
  await page.getByRole('button', { name: 'Near me' }).click();
  await expect(items).toHaveCount(5);
  await expect(main(page)).toContainText('Nearest to you');

  await page.setViewportSize({ width: 320, height: 700 });
  expect(await listOverflows(page)).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findBarriers(page, 'colours')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'));
  expect(await listOverflows(page), 'large text').toEqual([]);
  await page.locator('html').evaluate((html) => html.setAttribute('dir', 'rtl'));
  expect(await listOverflows(page), 'from right to left').toEqual([]);
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  for (const shown of [digits(page), qrCode(page)]) await expect(shown).toBeVisible();
  for (const hidden of ['Copy the code', 'Print', 'Find points'])
    await expect(page.getByText(hidden, { exact: true })).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('Return page: a changed or expired link shows none of its contents; a refusal can be corrected, and an outage retried', async ({
  page,
  droppoint,
}) => {
  const link = await makeReturnLink(droppoint);
  // In the middle of the order number.
  const at = link.indexOf('=') + 60;
  const changed = `${link.slice(0, at)}${link[at] === 'A' ? 'B' : 'A'}${link.slice(at + 1)}`;
  for (const [wrong, sentence, next] of [
    [changed, 'This link is incomplete', 'Open it again from the shop’s message.'],
    [await makeReturnLink(droppoint, -1_000), 'This link has expired.', 'Ask the shop for a new one.'],
  ] as const) {
    // Another link in the same tab opens its own return.
    await page.goto(wrong);
    await expect(page.getByRole('alert')).toContainText(sentence);
    await expect(page.getByRole('alert')).toContainText(next);
    await expect(main(page)).not.toContainText('FL-');
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    expect(await findBarriers(page)).toEqual([]);
  }
  await page.goto(link);
  await fill(page);
  // The platform's answer to an address without a mailbox.
  const requested: Route[] = [];
  await page.route('**/api/returns', (route) => void requested.push(route));
  for (const goesOn of [false, true]) {
    await createButton(page).click();
    await expect.poll(() => requested.length).toBe(1);
    // The focus follows the answer, unless the user has gone to another field meanwhile.
    if (goesOn) await phone(page).focus();
    await requested.pop()!.fulfill({
      status: 400,
      json: {
        error: 'invalid_request',
        message: 'The platform rejected the return: sender.email (invalid).',
      },
    });
    await expect(email(page)).toHaveAccessibleDescription(
      'The carrier doesn’t accept this e-mail address. Check that it’s right.',
    );
    await expect(goesOn ? phone(page) : email(page)).toBeFocused();
  }
  await page.unroute('**/api/returns');
  expect(await countRequests(droppoint)).toBe(0);

  await droppoint.setFaults([{ kind: 'answer', status: 429, routes: ['returns'] }]);
  await createButton(page).click();
  await expect(page.getByRole('alert')).toContainText('The carrier isn’t responding right now.');
  expect(await findBarriers(page)).toEqual([]);
  await page.route('**/api/returns', (route) => route.abort());
  await createButton(page).click();
  await expect(page.getByRole('alert')).toContainText('You’re offline.');
  await page.unroute('**/api/returns');
  await droppoint.setFaults([]);
  await createButton(page).click();
  await expect(digits(page)).toHaveText(CODE);
});

test('Return page: a return with a lost answer isn’t created again, and the shop must be asked; a return without a code needs its label', async ({
  page,
  droppoint,
}) => {
  await page.goto(await makeReturnLink(droppoint));
  await fill(page);
  await droppoint.setFaults([{ kind: 'truncate', routes: ['returns'] }]);
  await createButton(page).click();
  await expect(page.getByRole('alert')).toContainText('You won’t end up with two returns.');
  await droppoint.setFaults([]);
  await createButton(page).click();
  await expect(page.getByRole('alert')).toContainText('We don’t know whether your return was created.');
  await expect(createButton(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Ask the shop');
  expect(await countRequests(droppoint)).toBe(1);

  await page.route('**/api/returns', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), dropOffCode: null } });
  });
  await page.goto(await makeReturnLink(droppoint));
  await fill(page);
  await createButton(page).click();
  await expect(page.getByText('This return has no code. Print the label')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Label (PDF)' })).toBeVisible();
  await expect(qrCode(page)).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);
});
