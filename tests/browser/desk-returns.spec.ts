import { expect, type Page } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import { listOverflows } from './list-overflows.ts';
import { listSmallTargets } from './list-small-targets.ts';
import { openDesk, openScreen } from './login-walk.ts';

test.use({ points: FEW_POINTS });

const RETURNS = '/returns/';
const CODE = /^(\d{3} ){2}\d{3}$/;

async function openReturns(page: Page): Promise<void> {
  await openDesk(page);
  await openScreen(page, 'Returns');
  await expect(page.getByRole('button', { name: 'Create return' })).toBeVisible();
}

/** Types a return by keyboard only, starting at the form's first field. */
async function type(page: Page, phone = '+48 500 000 202'): Promise<void> {
  const first = page.getByRole('textbox', { name: 'First name' });
  await first.focus();
  for (const text of ['Oskar', 'Lis', phone, 'oskar@mail.example']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
}

const codes = (page: Page) => page.locator('.digits');

test('Returns: a return is created by keyboard, and its code is stored, copied, reloaded and printed', async ({
  page,
  context,
  droppoint,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openReturns(page);
  await expect(page.getByText('No returns yet.')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await type(page, '12');
  await page.keyboard.press('Enter');
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription(/doesn’t look like a phone number/);
  expect(await droppoint.countPlatformRequests(RETURNS)).toBe(0);
  expect(await findBarriers(page)).toEqual([]);

  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('500 000 202');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Oskar Lis' })).toBeFocused();
  await expect(codes(page)).toHaveText(CODE);
  await expect(page.getByText(/^Valid until .*\(in 7 days\)/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('');

  const shown = await codes(page).innerText();
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown.replaceAll(' ', ''));
  const mail = await page.getByRole('link', { name: 'E-mail' }).getAttribute('href');
  expect(decodeURIComponent(mail!)).toContain(shown);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Label (PDF)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^\d{24}\.pdf$/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('This is up to date with the carrier.')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await page.reload();
  await expect(codes(page)).toHaveText(shown);
  await page.evaluate(() => (window.print = () => {}));
  await page.getByRole('button', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.sheet')).toContainText(`${shown}`);
  await expect(page.locator('.sheet')).toContainText('Oskar Lis');
  await expect(page.getByRole('button', { name: 'Create return' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.setViewportSize({ width: 320, height: 640 });
  expect(await listOverflows(page)).toEqual([]);
  expect(await listSmallTargets(page)).toEqual([]);
});

test('Returns: despite rate limits, an expired session, refused fields and no answer, input stays and one return is created', async ({
  page,
  droppoint,
}) => {
  const first = page.getByRole('textbox', { name: 'First name' });
  const phone = page.getByRole('textbox', { name: 'Phone' });
  const create = page.getByRole('button', { name: 'Create return' });
  const count = () => droppoint.countPlatformRequests(RETURNS);
  await openReturns(page);
  // Longer than the page is willing to wait.
  await droppoint.setFaults([
    { kind: 'answer', status: 429, headers: { 'Retry-After': '90' }, routes: ['returns'] },
  ]);
  await type(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText(
    'There are too many requests right now. Wait 90 seconds',
  );
  await expect(page.getByText('No returns yet.')).toBeVisible();
  expect(await count()).toBe(1);

  await droppoint.setFaults([]);
  await droppoint.control('POST', '/__sandbox/revoke');
  await create.click();
  await expect(page.getByRole('heading', { name: 'Log in with your carrier account' })).toBeVisible();
  await expect(first).toHaveValue('Oskar');
  await openDesk(page);
  await openScreen(page, 'Returns');
  await expect(first).toHaveValue('Oskar');
  await expect(page.getByText('No returns yet.')).toBeVisible();

  // Simulated, because the sandbox refuses nothing that passes the page's check.
  const errors = { 'sender.phone': ['blocked_prefix'], 'recipient.vatNumber': ['required'] };
  await page.route(/\/returns\/v1/, (route) => route.fulfill({ status: 422, json: { status: 422, errors } }));
  await create.click();
  await expect(phone).toHaveAccessibleDescription(/The carrier says: blocked_prefix/);
  await expect(phone).toBeFocused();
  await expect(page.getByRole('alert')).toContainText('recipient.vatNumber: Fill this in.');
  await page.unroute(/\/returns\/v1/);

  const before = await count();
  await droppoint.setFaults([{ kind: 'answer', status: 503, routes: ['returns'] }]);
  await create.click();
  await expect(page.getByText(/Trying again could create a second one/)).toBeVisible();
  await expect(page.getByText('Unknown', { exact: true })).toBeVisible();
  expect(await count()).toBe(before + 1);
  expect(await findBarriers(page)).toEqual([]);
  await page.reload();
  await expect(first).toHaveValue('Oskar');
  await expect(page.getByText(/Trying again could create a second one/)).toBeVisible();

  // The page waits out a short limit automatically.
  await droppoint.setFaults([
    { kind: 'answer', status: 429, headers: { 'Retry-After': '1' }, routes: ['returns'], times: 1 },
  ]);
  await create.click();
  await expect(codes(page)).toHaveText(CODE);
  await page.getByRole('button', { name: 'Remove from the list' }).click();
  await expect(page.getByText(/Trying again could create a second one/)).toHaveCount(0);
  await droppoint.setFaults([{ kind: 'answer', status: 406, routes: ['returns'] }]);
  await page.getByRole('button', { name: 'Label (PDF)' }).click();
  await expect(page.getByText(/has no label for this return/)).toBeVisible();
});
