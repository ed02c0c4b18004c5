import { expect } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import { openDesk, openScreen } from './login-walk.ts';
import { fieldOf, fillParcel, parcelOf, sendParcel } from './map-walk.ts';

test.use({ points: FEW_POINTS });

test('Desk: nothing is sent on a full disk, and once after space is freed; a newer version’s database stays untouched', async ({
  page,
  droppoint,
}) => {
  await openDesk(page);
  await fillParcel(page);
  // Simulated, because no browser lets a test fill its disk.
  const setFull = (isFull: boolean) =>
    page.evaluate((isFull) => {
      const prototype = IDBObjectStore.prototype as unknown as Record<'put' | 'originalPut', unknown>;
      prototype.originalPut ??= prototype.put;
      prototype.put = isFull
        ? () => {
            throw new DOMException('full', 'QuotaExceededError');
          }
        : prototype.originalPut;
    }, isFull);
  const count = () => droppoint.countPlatformRequests('/shipping/');
  await setFull(true);
  await sendParcel(page);
  await expect(page.getByRole('alert')).toContainText('is full');
  expect(await count()).toBe(0);
  await expect(fieldOf(page, 'recipient.lastName')).toHaveValue('Lis');
  expect(await findBarriers(page)).toEqual([]);
  await setFull(false);
  await sendParcel(page);
  await expect(parcelOf(page)).toContainText('The carrier accepted it');
  expect(await count()).toBe(1);

  /** Opens the database as the next version would. @returns the number of settings in it */
  const bump = () =>
    page.evaluate(async () => {
      const [{ name, version }] = (await indexedDB.databases()) as [{ name: string; version: number }];
      const opening = indexedDB.open(name, version + 1);
      await new Promise((resolve) => (opening.onsuccess = resolve));
      const count = opening.result.transaction('settings').objectStore('settings').count();
      await new Promise((resolve) => (count.onsuccess = resolve));
      opening.result.close();
      return count.result;
    });
  const settingCount = await bump();
  expect(settingCount).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('newer version of this page');
  expect(await findBarriers(page)).toEqual([]);
  expect(await bump()).toBe(settingCount);
});

test('Desk: missing permissions, rate limits and an expired session are reported, and each screen’s input stays and is sent afterwards', async ({
  page,
  droppoint,
}) => {
  await openDesk(page, ['api:shipments:write', 'api:returns:write', 'api:one-time-pickups:write']);
  await fillParcel(page);
  await sendParcel(page);
  await expect(page.getByRole('alert').first()).toContainText(/allow/i);
  expect(await droppoint.countPlatformRequests('/shipping/')).toBe(0);
  expect(await findBarriers(page)).toEqual([]);

  await openScreen(page, 'Returns');
  await expect(page.getByText(/Not allowed with this login: create returns/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create return' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'First name' }).fill('Ewa');
  expect(await findBarriers(page)).toEqual([]);
  await openScreen(page, 'Pickups');
  await expect(page.getByText(/Not allowed with this login: order one-time pickups/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Order pickup' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await fieldOf(page, 'volume.count').fill('3');
  expect(await findBarriers(page)).toEqual([]);
  await openScreen(page, 'Returns');
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Ewa');
  await openScreen(page, 'Pickups');
  await expect(fieldOf(page, 'volume.count')).toHaveValue('3');

  await openScreen(page, 'Send');
  await sendParcel(page);
  await page.getByRole('button', { name: 'Log in again' }).first().click();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(fieldOf(page, 'recipient.lastName')).toHaveValue('Lis');
  await droppoint.setFaults([
    { kind: 'answer', status: 429, headers: { 'Retry-After': '3600' }, routes: ['shipments'], times: 1 },
  ]);
  await sendParcel(page);
  await expect(page.getByRole('alert').first()).toContainText('too many requests');
  await droppoint.setFaults([]);
  await droppoint.control('POST', '/__sandbox/revoke');
  await sendParcel(page);
  await expect(page.getByRole('heading', { name: 'Log in with your carrier account' })).toBeVisible();
  await openDesk(page);
  await expect(fieldOf(page, 'recipient.lastName')).toHaveValue('Lis');
  await sendParcel(page);
  await expect(parcelOf(page)).toContainText('The carrier accepted it');
});
