import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork } from './droppoint.ts';
import { test } from './example-shop.ts';
import { findBarriers } from './find-barriers.ts';
import { findId } from './find-id.ts';
import { goBack } from './go-back.ts';
import { makePointLink } from './make-point-link.ts';

/** The page of a point link, from the shop's order and back. */
onPublishedNetwork();

const PERSON = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+48500000202' };
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const chooseButton = (page: Page) => page.getByRole('button', { name: /^Choose (a|another) pick-up point$/ });

/** Opens the map, and on it the card of a point that isn't the nearest. */
async function openCard(page: Page): Promise<void> {
  await chooseButton(page).click();
  const rows = page.getByRole('main').getByRole('listitem');
  await rows.nth(1).getByRole('button').first().click();
}

async function choose(page: Page): Promise<void> {
  await openCard(page);
  await page.getByRole('button', { name: /^Choose this point/ }).click();
}

test('Point link: a customer changes the point on the order’s page, and chooses another for one that has closed @firefox', async ({
  page,
  shop,
  droppoint,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const id = await findId(droppoint.origin);
  const form = { ...PERSON, delivery: 'point', pickup_point: id };
  const placed = await page.request.post(`${shop}/orders`, { form });
  await page.goto(placed.url());
  await page.getByRole('link', { name: 'Change the point' }).click();
  await expect(heading(page)).toHaveText(/^Order K\d/);
  await expect(page.getByRole('main')).toContainText(id);
  expect(await findBarriers(page)).toEqual([]);
  // Back closes the card, then leads from the map to the order, and Forward to the map again.
  await openCard(page);
  await expect(page.locator('.card')).toBeVisible();
  await goBack(page);
  await expect(page.locator('.card')).toBeHidden();
  await expect(page.getByRole('combobox')).toBeVisible();
  await goBack(page);
  await expect(chooseButton(page)).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('combobox')).toBeVisible();
  // After a reload, the order is there again.
  await page.reload();
  await expect(chooseButton(page)).toBeVisible();
  await choose(page);
  await expect(page).toHaveURL(placed.url());
  await expect(page.locator('#point-id')).not.toHaveText(id);

  // The letter of an order whose point has closed: the shop is notified, and says a sentence.
  await page.goto(`${shop}/admin/orders/K1001-1001-1001`);
  await page.getByRole('button', { name: 'Ask for another point' }).click();
  await page.getByRole('link', { name: 'choose a point' }).click();
  await expect(page.getByText('This pick-up point is no longer available.')).toBeVisible();
  await choose(page);
  await expect(page.getByText(/^Thank you\. We will send it to/)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Continue to the shop' }).click();
  await expect(page.locator('#point-id')).not.toHaveText('PL_CLOSED');
  expect(complaints).toEqual([]);
});

test('Point link: an expired one and a forged one say what to do, in the link’s language, and a shop’s reason keeps its direction', async ({
  page,
  droppoint,
}) => {
  const link = await makePointLink(droppoint, { language: 'pl', expiresAt: new Date(1e12) });
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('Ten link wygasł.');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
  await expect(page.getByRole('main')).not.toContainText('FL-1042');
  expect(await findBarriers(page)).toEqual([]);
  await page.goto(await makePointLink(droppoint, { secret: `kiln:${'x'.repeat(40)}` }));
  await expect(page.getByRole('alert')).toContainText('This link is incomplete');
  await expect(page.getByRole('main')).not.toContainText('FL-1042');
  await expect(chooseButton(page)).toHaveCount(0);
  const reason = 'הלוקר הועבר.';
  await page.goto(await makePointLink(droppoint, { value: 'PL_CLOSED', reason }));
  await expect(page.getByText(reason)).toHaveCSS('direction', 'rtl');
});
