import { expect, type Page } from '@playwright/test';
import { makeParcel, seedDesk, SENDER } from './desk-seed.ts';
import { FEW_POINTS, test } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import { listOverflows } from './list-overflows.ts';
import { listSmallTargets } from './list-small-targets.ts';
import { openDesk, openScreen } from './login-walk.ts';
import { ADDRESS, fieldOf, fillParty } from './map-walk.ts';

test.use({ points: FEW_POINTS });

/** A separate organization, so that tests don't see each other's pickups. */
const ORGANIZATION_ID = 'org-pickups';
const ORIGIN = { ...ADDRESS, countryCode: 'PL' };

async function openPickups(page: Page): Promise<void> {
  await openDesk(page, [], ORGANIZATION_ID);
  await openScreen(page, 'Pickups');
  await expect(page.getByRole('heading', { name: 'New pickup' })).toBeVisible();
}

/** Puts parcels that were just sent on the desk. */
async function storeParcels(page: Page, count: number): Promise<void> {
  const sent = Array.from({ length: count }, (_, at) => {
    const trackingNumber = `69000000000000000000000${at}`;
    const parcel = makeParcel(at, { state: 'sent', organizationId: ORGANIZATION_ID, trackingNumber });
    return { ...parcel, shipment: { ...parcel.shipment, origin: ORIGIN } };
  });
  await seedDesk(page, sent);
  await openScreen(page, 'Pickups');
}

const order = (page: Page) => page.getByRole('button', { name: 'Order pickup' });
const items = (page: Page) => page.locator('li[data-id]');
const description = (page: Page) => page.getByRole('textbox', { name: /Where exactly at the address/ });

test('Pickups: a pickup is ordered for today’s parcels by keyboard alone, and cancelled after confirmation', async ({
  page,
  droppoint,
}) => {
  await openPickups(page);
  await expect(page.getByText('No pickups have been ordered yet.')).toBeVisible();
  // The sender is required, as on the other screens.
  await order(page).click();
  await expect(fieldOf(page, 'sender.firstName')).toBeFocused();
  await fillParty(page, 'sender', SENDER);
  await fieldOf(page, 'origin.countryCode').selectOption('PL');
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, 'origin.street')).toBeFocused();
  await fillParty(page, 'origin', ORIGIN);
  await order(page).click();
  await expect(fieldOf(page, 'volume.count')).toBeFocused();
  await expect(fieldOf(page, 'volume.count')).toHaveAccessibleDescription('Fill this in.');
  expect(await findBarriers(page)).toEqual([]);

  await storeParcels(page, 2);
  // Place, contact, parcels and their weight are filled in.
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  await expect(page.getByText('2 parcels ticked')).toBeVisible();
  await expect(page.getByText('Mglista 7, 00-950 Testowo, PL')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Total weight in kg' })).toHaveValue('2.4');
  await expect(page.getByText(/order before 1:00 PM|had to be ordered before 1:00 PM/)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await page.getByRole('checkbox').first().focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('textbox', { name: 'Number of parcels' })).toHaveValue('1');
  await page.keyboard.press('Space');
  await expect(page.getByRole('textbox', { name: 'Number of parcels' })).toHaveValue('2');
  await page.getByRole('textbox', { name: 'Total weight in kg' }).focus();
  await page.keyboard.press('Enter');
  await expect(items(page).getByRole('heading')).toBeFocused();
  await expect(items(page)).toContainText('2 parcels');
  await expect(items(page)).toContainText('Ordered');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);

  await page.setViewportSize({ width: 320, height: 640 });
  expect(await listOverflows(page)).toEqual([]);
  expect(await listSmallTargets(page)).toEqual([]);

  // The platform refuses the same place and time again, and the page says what to do.
  await page.getByRole('textbox', { name: 'Number of parcels' }).fill('3');
  await page.getByRole('textbox', { name: 'Total weight in kg' }).fill('6,5');
  await order(page).click();
  await expect(description(page)).toBeFocused();
  await expect(description(page)).toHaveAccessibleDescription(
    /There is already a pickup at this address and time/,
  );
  await page.keyboard.type('Back door');
  await page.keyboard.press('Enter');
  await expect(items(page)).toHaveCount(2);

  const cancel = page.getByRole('button', { name: 'Cancel pickup' });
  await cancel.first().focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Cancel this pickup?' });
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(cancel.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(cancel).toHaveCount(1);
  await expect(items(page).filter({ hasText: 'Cancelled' })).toHaveCount(1);
  expect(await droppoint.countPlatformRequests('/pickups/')).toBeGreaterThan(0);
});

test('Pickups: an unanswered order is found in the carrier’s list; despite rate limits, an expired session and an outage, input stays and one pickup is ordered', async ({
  page,
  droppoint,
}) => {
  await openPickups(page);
  await storeParcels(page, 1);
  await expect(page.getByText('1 parcel ticked')).toBeVisible();
  await expect(page.getByText(/before 1:00 PM/)).toBeVisible();
  await description(page).fill('Gate 3');
  // Another day than in the other test, because the carrier's list has no addresses.
  await page.getByRole('combobox', { name: 'Day' }).selectOption({ index: 2 });
  const before = await items(page).count();
  await droppoint.setFaults([
    { kind: 'answer', status: 429, headers: { 'Retry-After': '90' }, routes: ['pickups'] },
  ]);
  await order(page).click();
  await expect(page.getByRole('alert')).toContainText(
    'There are too many requests right now. Wait 90 seconds',
  );
  await droppoint.setFaults([]);
  await droppoint.control('POST', '/__sandbox/revoke');
  await order(page).click();
  await expect(page.getByRole('heading', { name: 'Log in with your carrier account' })).toBeVisible();
  await openDesk(page, [], ORGANIZATION_ID);
  await openScreen(page, 'Pickups');
  await expect(description(page)).toHaveValue('Gate 3');
  await expect(page.getByText('Unknown', { exact: true })).toHaveCount(0);
  await expect(page.getByText(/before 1:00 PM/)).toBeVisible();

  // Neither the order nor the list is answered.
  await droppoint.setFaults([{ kind: 'answer', status: 503, routes: ['pickups'] }]);
  await order(page).click();
  await expect(page.getByText(/could bring a second courier/)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The server isn’t working right now.');
  await droppoint.setFaults([]);
  await page.reload();
  await expect(page.getByText(/this order isn’t in its list/)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await expect(description(page)).toHaveValue('Gate 3');
  await page.getByRole('button', { name: 'Remove from the list' }).click();
  // Its parcel is waiting again.
  await page.getByRole('checkbox').check();

  // The carrier accepts the order, but its answer is lost.
  await page.route(/one-time-pickups$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await order(page).click();
  await expect(items(page)).toHaveCount(before + 1);
  await expect(items(page).filter({ hasText: 'Gate 3' })).toHaveCount(1);
  await expect(page.getByText('Unknown', { exact: true })).toHaveCount(0);

  await droppoint.setFaults([{ kind: 'missing-field', field: 'id', routes: ['pickups'] }]);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/can’t be read and (isn’t|aren’t) shown/)).toBeVisible();
});
