import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { makeParcel, readStoredStates, seedDesk } from './desk-seed.ts';
import { FEW_POINTS, test } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import { openDesk } from './login-walk.ts';
import { stopClock } from './parcel-lives.ts';

test.use({ points: FEW_POINTS });
test.beforeAll(({ droppoint }) => stopClock(droppoint));

const rows = (page: Page) =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });

/** Seeds the desk with drafts and sends them from the list, so that the platform has three parcels. */
async function sendThree(page: Page): Promise<void> {
  await openDesk(page);
  const third = makeParcel(3);
  third.shipment.recipient.lastName = 'Żółć';
  await seedDesk(page, [makeParcel(1), makeParcel(2), third]);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Send 3 parcels' }).click();
  await expect.poll(() => readStoredStates(page)).toEqual(['sent', 'sent', 'sent']);
}

test('Parcels: they are sent, tracked, found and selected by keyboard, and their labels are one file in the list’s order', async ({
  page,
  droppoint,
}) => {
  await sendThree(page);
  await page.getByRole('button', { name: 'Refresh statuses' }).click();
  await expect(rows(page).first()).toContainText('Registered');

  await page.getByRole('searchbox').fill('ZOLC oskar');
  await expect(rows(page)).toHaveCount(1);
  // Search words are in memory only.
  expect(await readOutside(page)).not.toMatch(/zolc|oskar/i);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Clear selection' }).click();

  await rows(page).first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('region', { name: '2 parcels selected' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await droppoint.setFaults([{ kind: 'truncate', routes: ['shipments'], times: 1 }]);
  const [first] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save 2 labels' }).click(),
  ]);
  await expect(page.getByText('1 label isn’t available right now.')).toBeVisible();
  expect(readFileSync(await first.path(), 'latin1')).toMatch(/^%PDF-/);
  const [second] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('alert').getByRole('button', { name: 'Try again' }).click(),
  ]);
  expect(second.suggestedFilename()).toMatch(/^label-\w+-a6\.pdf$/);

  // ZPL is text, and stored labels need no connection.
  await page.getByRole('combobox', { name: 'Label format' }).selectOption('zpl-203');
  await page.getByRole('button', { name: 'Save 2 labels' }).click();
  // Both were saved before.
  const again = page.getByRole('dialog', { name: '2 labels were already printed' });
  expect(await findBarriers(page)).toEqual([]);
  const [zpl] = await Promise.all([
    page.waitForEvent('download'),
    again.getByRole('button', { name: 'All 2 again' }).click(),
  ]);
  await expect(page.getByRole('button', { name: /^Label printed again\s*2$/ })).toBeVisible();
  const labels = readFileSync(await zpl.path(), 'utf8');
  expect(labels.match(/\^XA/g)).toHaveLength(2);
  const names = await rows(page).getByRole('rowheader').allInnerTexts();
  expect(labels.match(/Oskar .*(?=\^FS)/g)).toEqual(names.slice(0, 2));
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save 2 labels' }).click();
  await Promise.all([
    page.waitForEvent('download'),
    again.getByRole('button', { name: 'All 2 again' }).click(),
  ]);
  await page.context().setOffline(false);
  // The choice is saved.
  await page.reload();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expect(page.getByRole('combobox', { name: 'Label format' })).toHaveValue('zpl-203');

  await rows(page).nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Oskar Lis 2' })).toBeFocused();
  await expect(page.getByRole('listitem').first()).toContainText(/[A-Z]{3}\.\d{4}/);
  expect(await findBarriers(page)).toEqual([]);
  expect(await readOutside(page)).not.toMatch(/oskar|lis|6900/i);
  await page.goBack();
  await expect(rows(page).nth(1)).toBeFocused();
});

/**
 * Everything that other people could read: address, title, history, and storage outside the account's
 * desk.
 */
const readOutside = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([
      location.href,
      document.title,
      history.state,
      { ...localStorage },
      { ...sessionStorage },
    ]),
  );

test('Desk data: parcels are listed, saved to a file, deleted and restored; on a shared computer they are deleted with the session', async ({
  page,
}) => {
  const MANY = 1_000;
  await openDesk(page);
  const fields = [
    { path: 'recipient.phone', codes: ['invalid'] },
    { path: 'brand', codes: ['unknown'] },
  ];
  const problem = { code: 'rejected', fields, requestId: 'r-1' } as const;
  await seedDesk(page, [
    makeParcel(1, { state: 'refused', problem }),
    makeParcel(2, { state: 'unknown' }),
    ...Array.from({ length: MANY - 2 }, (_, at) => makeParcel(at + 3)),
    { id: 'odd' },
  ]);
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', String(MANY + 1));
  expect(await rows(page).count()).toBeLessThan(60);
  await rows(page).first().focus();
  await page.keyboard.press('End');
  const last = grid.locator(`[aria-rowindex="${MANY + 1}"]`);
  await expect(last).toBeFocused();
  await expect(last).toContainText(`Lis ${MANY}`);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const why = page.getByRole('region', { name: 'The carrier refused this parcel' });
  await expect(why.getByRole('listitem')).toHaveText([
    'Phone: This isn’t valid. recipient.phone',
    'brand: The carrier doesn’t recognise this field.',
  ]);
  await page.goBack();

  await expect(page.getByText('1 parcel saved here can’t be read.').last()).toBeVisible();
  const openMenu = () => page.locator('summary').filter({ hasText: 'broker@example.com' }).click();
  await openMenu();
  const data = page.getByRole('region', { name: 'What this browser stores' });
  expect(await findBarriers(page)).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('button', { name: 'Save to a file' }).click(),
  ]);
  const path = await file.path();

  await data.getByRole('button', { name: 'Delete everything' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('whether the carrier accepted 1 of these parcels');
  await page.keyboard.press('Escape');
  await expect(data).toBeVisible();
  await data.getByRole('button', { name: 'Delete everything' }).click();
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByRole('textbox', { name: 'Organization ID' })).toBeVisible();

  await openMenu();
  await data.locator('input[type=file]').setInputFiles(path);
  await expect(data.getByRole('status')).toContainText('1 couldn’t be read and was left out.');
  await expect
    .poll(async () => (await readStoredStates(page)).slice(0, 3))
    .toEqual(['refused', 'unknown', 'draft']);
  await expect.poll(async () => (await readStoredStates(page)).length).toBe(MANY);

  await data.getByRole('checkbox', { name: /This is a shared computer/ }).check();
  const logOut = page.getByRole('button', { name: 'Log out' });
  await logOut.click();
  await expect(dialog).toContainText(`Parcels that weren’t sent: ${MANY - 1}.`);
  await expect(dialog).toContainText('whether the carrier accepted 1 of these parcels');
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect(grid).toBeVisible();
  await openMenu();
  await logOut.click();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toEqual([]);
});
