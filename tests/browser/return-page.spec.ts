import { readFileSync } from 'node:fs';
import { expect, type Page, type Route } from '@playwright/test';
import { scan } from '../sandbox/zxing.ts';
import { onPublishedNetwork, test, type Droppoint } from './droppoint.ts';
import { enlargeText } from './enlarge-text.ts';
import { findBarriers } from './find-barriers.ts';
import { listOverflows } from './list-overflows.ts';
import { makeReturnLink } from './make-return-link.ts';

/** The page that a shop's link for a return opens. */
onPublishedNetwork();

const RETURNS = '/returns/v1/organizations/org-1/shipments';
const CODE = /^\d{3} \d{3} \d{3}$/;

const main = (page: Page) => page.getByRole('main');
const createButton = (page: Page) => page.getByRole('button', { name: 'Create the return' });
const digits = (page: Page) => page.locator('.digits');
const countCreated = (droppoint: Droppoint) => droppoint.countPlatformRequests(RETURNS);

async function fill(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('oskar@mail.example');
  await page.getByLabel('Phone').fill('500 000 202');
}

async function create(page: Page, link: string): Promise<string> {
  await page.goto(link);
  await fill(page);
  await createButton(page).click();
  await expect(digits(page)).toHaveText(CODE);
  return digits(page).innerText();
}

test('opening the link creates nothing; the button does, once, and the code is there large and as a QR code (case 190)', async ({
  page,
  droppoint,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(await makeReturnLink(droppoint));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Return of order FL-1042');
  await expect(createButton(page)).toBeVisible();
  expect(await countCreated(droppoint)).toBe(0);
  expect(await listOverflows(page)).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
  await fill(page);
  await createButton(page).dblclick();
  await expect(page.getByRole('heading', { name: 'Your return can be handed in.' })).toBeFocused();
  await expect(digits(page)).toHaveText(CODE);
  await expect(main(page)).toContainText(/Hand it in by \w+ \d+, \d{4}\./);
  const code = (await digits(page).innerText()).replaceAll(' ', '');
  const qr = page.getByRole('img', { name: /^QR code/ });
  expect(await scan(await qr.screenshot())).toEqual({ QRCode: code });
  expect(await countCreated(droppoint)).toBe(1);
  expect(await listOverflows(page)).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
});

test('the link is in no request’s address, no referrer and no title (case 191)', async ({
  page,
  droppoint,
}) => {
  const link = await makeReturnLink(droppoint);
  const token = link.split('=')[1]!;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url(), request.headers()['referer'] ?? ''));
  await create(page, link);
  await page.getByLabel('Address, town or postcode').fill('Warszawa');
  await page.getByRole('button', { name: 'Find points' }).click();
  await expect(page.getByRole('heading', { name: 'Opening hours' })).not.toHaveCount(0);
  expect(asked.filter((text) => text.includes(token.slice(0, 20)))).toEqual([]);
  await expect(page).toHaveTitle('Your return · Droppoint');
  expect(new URL(page.url()).search).toBe('');
});

test('loaded anew, without a connection too, and after Back, the same return is there', async ({
  page,
  context,
  droppoint,
}) => {
  const link = await makeReturnLink(droppoint);
  const code = await create(page, link);
  await page.reload();
  await expect(digits(page)).toHaveText(code);
  await page.getByRole('link', { name: 'Where is the parcel?' }).click();
  await expect(main(page).getByRole('heading', { level: 2 })).toHaveText('Your return has been announced.');
  await page.goBack();
  await expect(digits(page)).toHaveText(code);
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(digits(page)).toHaveText(code);
  await page.unroute('**/api/**');
  // Somebody else, or another browser of the same person.
  const other = await context.browser()!.newPage({ baseURL: droppoint.origin });
  await other.goto(link);
  await expect(digits(other)).toHaveText(code);
  await expect(other.getByText('It was created with this link before.')).toBeVisible();
  await other.close();
  expect(await countCreated(droppoint)).toBe(1);
});

test('two tabs at once create one return (case 192)', async ({ page, context, droppoint }) => {
  const link = await makeReturnLink(droppoint);
  const tabs = [page, await context.newPage()];
  for (const tab of tabs) {
    await tab.goto(link);
    await fill(tab);
  }
  await droppoint.setFaults([{ kind: 'latency', milliseconds: 500, routes: ['returns'] }]);
  await Promise.all(tabs.map((tab) => createButton(tab).click()));
  for (const tab of tabs) await expect(digits(tab)).toHaveText(CODE);
  expect(await digits(tabs[0]!).innerText()).toBe(await digits(tabs[1]!).innerText());
  expect(await countCreated(droppoint)).toBe(1);
});

test('a link that was changed, or has expired, says so and shows nothing of what is in it (case 193)', async ({
  page,
  droppoint,
}) => {
  const link = await makeReturnLink(droppoint);
  // In the middle of the order's number.
  const at = link.indexOf('=') + 60;
  const changed = `${link.slice(0, at)}${link[at] === 'A' ? 'B' : 'A'}${link.slice(at + 1)}`;
  for (const [wrong, sentence, next] of [
    [changed, 'This link isn’t whole', 'Open it again from the shop’s message.'],
    [link.slice(0, -1), 'This link isn’t whole', 'Open it again'],
    [await makeReturnLink(droppoint, -1_000), 'This link has expired.', 'Ask the shop for a new one.'],
  ] as const) {
    // From a blank page, as from a mail: another fragment alone doesn't load a document.
    await page.goto('about:blank');
    await page.goto(wrong);
    await expect(page.getByRole('alert')).toContainText(sentence);
    await expect(page.getByRole('alert')).toContainText(next);
    await expect(main(page)).not.toContainText('FL-');
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    expect(await findBarriers(page)).toEqual([]);
  }
  expect(await countCreated(droppoint)).toBe(0);
});

test('another link in the same tab opens its own return', async ({ page, droppoint }) => {
  const first = await create(page, await makeReturnLink(droppoint));
  await page.goto(await makeReturnLink(droppoint));
  await expect(createButton(page)).toBeVisible();
  await fill(page);
  await createButton(page).click();
  await expect(digits(page)).toHaveText(CODE);
  await expect(digits(page)).not.toHaveText(first);
});

test('a field that is wrong, or that the carrier refuses, is named and can be corrected', async ({
  page,
  droppoint,
}) => {
  await page.goto(await makeReturnLink(droppoint));
  await createButton(page).click();
  const email = page.getByLabel('E-mail');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/^Enter an e-mail address/);
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/^Enter a phone number/);
  expect(await findBarriers(page)).toEqual([]);
  // As the platform does with an address that has no mailbox.
  const asked: Route[] = [];
  const refusal = {
    status: 400,
    json: { error: 'invalid_request', message: 'The platform doesn’t take it: sender.email (invalid).' },
  };
  await page.route('**/api/returns', (route) => void asked.push(route));
  await fill(page);
  for (const goesOn of [false, true]) {
    await createButton(page).click();
    await expect.poll(() => asked.length).toBe(1);
    // The focus follows the answer, unless somebody has gone to another field meanwhile.
    if (goesOn) await page.getByLabel('Phone').focus();
    await asked.pop()!.fulfill(refusal);
    await expect(email).toHaveAccessibleDescription(
      'The carrier doesn’t take this e-mail address. Compare it.',
    );
    await expect(goesOn ? page.getByLabel('Phone') : email).toBeFocused();
  }
  await page.unroute('**/api/returns');
  await createButton(page).click();
  await expect(digits(page)).toHaveText(CODE);
});

test('the carrier’s outage, too many requests and no connection are told, and can be tried again', async ({
  page,
  droppoint,
}) => {
  await page.goto(await makeReturnLink(droppoint));
  await fill(page);
  await droppoint.setFaults([{ kind: 'answer', status: 429, routes: ['returns'] }]);
  await createButton(page).click();
  await expect(page.getByRole('alert')).toContainText('The carrier doesn’t answer right now.');
  expect(await findBarriers(page)).toEqual([]);
  await page.route('**/api/returns', (route) => route.fulfill({ status: 429, json: { error: 'busy' } }));
  await createButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Too many requests came from here.');
  await page.unroute('**/api/returns');
  await page.route('**/api/returns', (route) => route.abort());
  await createButton(page).click();
  await expect(page.getByRole('alert')).toContainText('There is no connection.');
  await page.unroute('**/api/returns');
  await droppoint.setFaults([]);
  await createButton(page).click();
  await expect(digits(page)).toHaveText(CODE);
});

test('a return whose answer was lost isn’t created again: the shop is to be asked (case 194)', async ({
  page,
  droppoint,
}) => {
  const link = await makeReturnLink(droppoint);
  await page.goto(link);
  await fill(page);
  await droppoint.setFaults([{ kind: 'truncate', routes: ['returns'] }]);
  await createButton(page).click();
  await expect(page.getByRole('alert')).toContainText('There won’t be two returns.');
  await droppoint.setFaults([]);
  await createButton(page).click();
  await expect(page.getByRole('alert')).toContainText('It isn’t known whether your return was created.');
  await expect(createButton(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Ask the shop');
  expect(await countCreated(droppoint)).toBe(1);
});

test('points that take parcels in are found by a place and by the device’s position', async ({
  page,
  context,
  droppoint,
}) => {
  await create(page, await makeReturnLink(droppoint));
  const field = page.getByLabel('Address, town or postcode');
  const find = page.getByRole('button', { name: 'Find points' });
  const items = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  await find.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('Enter an address, a town or a postcode.');
  await field.fill('Xyzzyqwert');
  await find.click();
  await expect(page.getByRole('status').getByText('No place of this name is known.')).toBeVisible();
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
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await listOverflows(page)).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Near me' }).click();
  await expect(page.getByText('Your browser doesn’t tell your position.')).toBeVisible();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 52.23, longitude: 21.01 });
  await page.getByRole('button', { name: 'Near me' }).click();
  await expect(items).toHaveCount(5);
  await expect(main(page)).toContainText('Nearest to you');
});

test('its label is saved as a file; where the market has none, that is said', async ({ page, droppoint }) => {
  await create(page, await makeReturnLink(droppoint));
  const label = page.getByRole('button', { name: 'Label (PDF)' });
  const [download] = await Promise.all([page.waitForEvent('download'), label.click()]);
  expect(download.suggestedFilename()).toMatch(/^\d{24}\.pdf$/);
  expect(readFileSync(await download.path(), 'latin1')).toMatch(/^%PDF-/);
  await expect(page.getByRole('status').getByText('The label is among your downloads.')).toBeVisible();
  await droppoint.setFaults([{ kind: 'answer', status: 406, routes: ['returns'] }]);
  await label.click();
  await expect(page.getByText('The carrier has no label for this return.')).toBeVisible();
});

test('a return without a code says that it needs its label', async ({ page, droppoint }) => {
  await page.route('**/api/returns', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...((await answer.json()) as object), dropOffCode: null },
    });
  });
  await page.goto(await makeReturnLink(droppoint));
  await fill(page);
  await createButton(page).click();
  await expect(page.getByText('This return has no code: print the label')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Label (PDF)' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);
});

test('it is used by keyboard alone', async ({ page, context, droppoint }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(await makeReturnLink(droppoint));
  await createButton(page).waitFor();
  await page.getByLabel('E-mail').focus();
  await page.keyboard.type('oskar@mail.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('+48 500 000 202');
  await page.keyboard.press('Tab');
  await expect(createButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your return can be handed in.' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText('Copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe((await digits(page).innerText()).replaceAll(' ', ''));
});

test('the link that skips to the content leaves the link in the address', async ({ page, droppoint }) => {
  const link = await makeReturnLink(droppoint);
  await page.goto(link);
  await createButton(page).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain(link);
});

test('large text, the dark, the other direction and paper leave nothing out', async ({ page, droppoint }) => {
  await enlargeText(page, 32);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await create(page, await makeReturnLink(droppoint));
  expect(await listOverflows(page)).toEqual([]);
  expect(await findBarriers(page, 'colours')).toEqual([]);
  await page.locator('html').evaluate((html) => html.setAttribute('dir', 'rtl'));
  expect(await listOverflows(page)).toEqual([]);
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  for (const shown of [digits(page), page.getByRole('img', { name: /^QR code/ })])
    await expect(shown).toBeVisible();
  for (const hidden of ['Copy the code', 'Print', 'Find points'])
    await expect(page.getByText(hidden, { exact: true })).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
