import { expect, type Page } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import { logIn, openDesk } from './login-walk.ts';
import { fieldOf, fillParty, keepSender, parcelOf, sendParcel } from './map-walk.ts';

test.use({ points: FEW_POINTS });

/** A parcel to an address, ready to be sent. */
async function fillParcel(page: Page): Promise<void> {
  await fieldOf(page, 'recipient.firstName').waitFor();
  await keepSender(page);
  const person = { firstName: 'Oskar', lastName: 'Lis', email: 'oskar@mail.example', phone: '+48500000202' };
  await fillParty(page, 'recipient', person);
  await page.getByRole('radio', { name: 'An address' }).check();
  const address = {
    street: 'Mglista',
    houseNumber: '7',
    postalCode: '00-950',
    city: 'Testowo',
    countryCode: 'PL',
  };
  await fillParty(page, 'destination', address);
  await fieldOf(page, 'parcels.0.weight.amount').fill('1,2');
}

test('a desk that a newer version has written is left as it is, and told', async ({ page }) => {
  await openDesk(page);
  await fillParcel(page);
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
  const kept = await bump();
  expect(kept).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('A newer version of this page');
  expect(await findBarriers(page)).toEqual([]);
  expect(await bump()).toBe(kept);
});

test('on a full disk nothing is sent, what was typed stays, and with room again it is sent once', async ({
  page,
  droppoint,
}) => {
  await openDesk(page);
  await fillParcel(page);
  // No browser lets a test fill its disk.
  const setFull = (isFull: boolean) =>
    page.evaluate((isFull) => {
      const prototype = IDBObjectStore.prototype as unknown as Record<'put' | 'kept', unknown>;
      prototype.kept ??= prototype.put;
      prototype.put = isFull
        ? () => {
            throw new DOMException('full', 'QuotaExceededError');
          }
        : prototype.kept;
    }, isFull);
  const before = await droppoint.countPlatformRequests('/shipments');
  await setFull(true);
  await sendParcel(page);
  await expect(page.getByRole('alert')).toContainText('is full');
  expect(await droppoint.countPlatformRequests('/shipments')).toBe(before);
  await expect(fieldOf(page, 'recipient.lastName')).toHaveValue('Lis');
  expect(await findBarriers(page)).toEqual([]);
  await setFull(false);
  await sendParcel(page);
  await expect(parcelOf(page)).toContainText('The carrier took it');
});

test('Send tells a missing right, too many requests and an ended session; what was typed stays and is sent then', async ({
  page,
  droppoint,
}) => {
  await logIn(page, ['api:shipments:write']);
  await fillParcel(page);
  const before = await droppoint.countPlatformRequests('/shipments');
  await sendParcel(page);
  await expect(page.getByRole('alert').first()).toContainText(/allow/i);
  expect(await droppoint.countPlatformRequests('/shipments')).toBe(before);
  expect(await findBarriers(page)).toEqual([]);

  await page.getByRole('button', { name: 'Log in again' }).first().click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(fieldOf(page, 'recipient.lastName')).toHaveValue('Lis');
  await droppoint.setFaults([
    { kind: 'answer', status: 429, headers: { 'Retry-After': '3600' }, routes: ['shipments'], times: 1 },
  ]);
  await sendParcel(page);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(fieldOf(page, 'recipient.lastName')).toHaveValue('Lis');
  await droppoint.setFaults([]);
  await droppoint.control('POST', '/__sandbox/revoke');
  await sendParcel(page);
  await expect(page.getByRole('heading', { name: 'Log in with your carrier account' })).toBeVisible();
  await openDesk(page);
  await expect(fieldOf(page, 'recipient.lastName')).toHaveValue('Lis');
  await sendParcel(page);
  await expect(parcelOf(page)).toContainText('The carrier took it');
});
