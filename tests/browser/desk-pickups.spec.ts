import { expect, type Page } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import { listOverflows } from './list-overflows.ts';
import { listSmallTargets } from './list-small-targets.ts';
import { deskOf, openDesk, passLogin } from './login-walk.ts';
import { fieldOf, fillParty } from './map-walk.ts';

test.use({ points: FEW_POINTS });

const PERSON = { firstName: 'Ida', lastName: 'Brzoza', email: 'ida@fern.example', phone: '+48500000101' };
const ORIGIN = {
  countryCode: 'PL',
  street: 'Mglista',
  houseNumber: '7',
  city: 'Testowo',
  postalCode: '00-950',
};

async function openPickups(page: Page, withoutScopes: readonly string[] = []): Promise<void> {
  await openDesk(page, withoutScopes);
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Pickups' }).click();
  await expect(page.getByRole('heading', { name: 'New pickup' })).toBeVisible();
}

/** Puts parcels that were sent a moment ago on the desk. */
async function keepParcels(page: Page, count: number): Promise<void> {
  const parcels = Array.from({ length: count }, (_, row) => ({
    id: crypto.randomUUID(),
    state: 'sent',
    organizationId: 'org-42',
    shipment: {
      sender: PERSON,
      recipient: { ...PERSON, firstName: 'Oskar', lastName: `Lis ${row}` },
      origin: ORIGIN,
      destination: { countryCode: 'PL', pointId: 'PL_A' },
      parcels: [{ type: 'STANDARD', weight: { amount: 1.2, unit: 'KG' } }],
    },
    pointName: 'A',
    importId: null,
    row,
    createdMs: Date.now(),
    trackingNumber: `69000000000000000000000${row}`,
    requestId: null,
    problem: null,
    tracking: null,
  }));
  await page.evaluate(async (parcels) => {
    const { name } = (await indexedDB.databases()).find((each) => each.name?.startsWith('droppoint-desk-'))!;
    const opening = indexedDB.open(name!);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const transaction = opening.result.transaction('parcels', 'readwrite');
    for (const parcel of parcels) transaction.objectStore('parcels').put(parcel, parcel.id);
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    opening.result.close();
  }, parcels);
  await page.reload();
}

const order = (page: Page) => page.getByRole('button', { name: 'Order pickup' });
const items = (page: Page) => page.locator('li[data-id]');
const description = (page: Page) => page.getByRole('textbox', { name: /Where at the address/ });

test('a pickup is ordered for the day’s parcels by keyboard alone, and cancelled after a question', async ({
  page,
  droppoint,
}) => {
  await openPickups(page);
  await expect(page.getByText('No pickups have been ordered yet.')).toBeVisible();
  // Who sends is asked for as on the other screens.
  await order(page).click();
  await expect(fieldOf(page, 'sender.firstName')).toBeFocused();
  await fillParty(page, 'sender', PERSON);
  await fieldOf(page, 'origin.countryCode').fill('PL');
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, 'origin.street')).toBeFocused();
  await fillParty(page, 'origin', ORIGIN);
  await order(page).click();
  await expect(fieldOf(page, 'volume.count')).toBeFocused();
  await expect(fieldOf(page, 'volume.count')).toHaveAccessibleDescription('Fill this in.');
  expect(await findBarriers(page)).toEqual([]);

  await keepParcels(page, 2);
  // Place, contact, parcels and their weight are filled in.
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  await expect(page.getByText('2 parcels ticked')).toBeVisible();
  await expect(page.getByText('Mglista 7, 00-950 Testowo, PL')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Weight together in kg' })).toHaveValue('2.4');
  await expect(page.getByText(/order before 1:00 PM|had to be ordered before 1:00 PM/)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await page.getByRole('checkbox').first().focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('textbox', { name: 'Number of parcels' })).toHaveValue('1');
  await page.keyboard.press('Space');
  await expect(page.getByRole('textbox', { name: 'Number of parcels' })).toHaveValue('2');
  await page.getByRole('textbox', { name: 'Weight together in kg' }).focus();
  await page.keyboard.press('Enter');
  await expect(items(page).getByRole('heading')).toBeFocused();
  await expect(items(page)).toContainText('2 parcels');
  await expect(items(page)).toContainText('Ordered');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);

  await page.setViewportSize({ width: 320, height: 640 });
  expect(await listOverflows(page)).toEqual([]);
  expect(await listSmallTargets(page)).toEqual([]);

  // The same place and time again: the platform refuses it, and the page says what helps.
  await page.getByRole('textbox', { name: 'Number of parcels' }).fill('3');
  await page.getByRole('textbox', { name: 'Weight together in kg' }).fill('6,5');
  await order(page).click();
  await expect(description(page)).toBeFocused();
  await expect(description(page)).toHaveAccessibleDescription(/There is a pickup at this address and time/);
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

test('an order without an answer is kept, looked for in the carrier’s list, and told either way', async ({
  page,
  droppoint,
}) => {
  await openPickups(page);
  await keepParcels(page, 1);
  await expect(page.getByText('1 parcel ticked')).toBeVisible();
  await expect(page.getByText(/before 1:00 PM/)).toBeVisible();
  await description(page).fill('Gate 3');
  // Of another day than the other test's: the carrier's list tells no addresses.
  await page.getByRole('combobox', { name: 'Day' }).selectOption({ index: 2 });
  // The list can be read, so the answer to the order alone is lost.
  await page.route(/one-time-pickups$/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await order(page).click();
  await expect(page.getByText(/the carrier’s list doesn’t have this order/)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove from the list' }).click();

  const before = await items(page).count();
  await page.unroute(/one-time-pickups$/);
  await page.route(/one-time-pickups$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await order(page).click();
  await expect(items(page)).toHaveCount(before + 1);
  await expect(items(page).filter({ hasText: 'Gate 3' })).toHaveCount(1);
  await expect(page.getByText('Not known', { exact: true })).toHaveCount(0);

  await droppoint.setFaults([{ kind: 'missing-field', field: 'id', routes: ['pickups'] }]);
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(page.getByText(/can’t be read and (isn’t|aren’t) shown/)).toBeVisible();
});

test('too many requests, an ended session and an outage are told; what was typed stays, and one pickup is ordered', async ({
  page,
  droppoint,
}) => {
  await openPickups(page);
  await keepParcels(page, 1);
  await expect(page.getByText(/before 1:00 PM/)).toBeVisible();
  // Of another day and hour than the other tests'.
  await page.getByRole('combobox', { name: 'Day' }).selectOption({ index: 3 });
  await description(page).fill('Gate 4');
  const login = page.getByRole('heading', { name: 'Log in with your carrier account' });
  const before = await items(page).count();
  await droppoint.setFaults([
    { kind: 'answer', status: 429, headers: { 'Retry-After': '90' }, routes: ['pickups'] },
  ]);
  await order(page).click();
  await expect(page.getByRole('alert')).toContainText('Too many requests at the moment. Wait 90 seconds');
  await droppoint.setFaults([]);
  await droppoint.control('POST', '/__sandbox/revoke');
  await order(page).click();
  await expect(login).toBeVisible();
  await passLogin(page);
  await expect(description(page)).toHaveValue('Gate 4');
  await expect(page.getByText('Not known', { exact: true })).toHaveCount(0);

  await expect(page.getByText(/before 1:00 PM/)).toBeVisible();
  await droppoint.setFaults([{ kind: 'answer', status: 503, routes: ['pickups'] }]);
  await order(page).click();
  // Neither the order nor the list has an answer.
  await expect(page.getByText(/a second courier could come/)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The server is not working right now.');
  await droppoint.setFaults([]);
  await page.reload();
  await expect(page.getByText(/the carrier’s list doesn’t have this order/)).toBeVisible();
  await expect(description(page)).toHaveValue('Gate 4');
  await page.getByRole('button', { name: 'Remove from the list' }).click();
  // Its parcel waits again.
  await page.getByRole('checkbox').check();
  await order(page).click();
  await expect(items(page)).toHaveCount(before + 1);
  await expect(items(page).filter({ hasText: 'Gate 4' })).toHaveCount(1);
});

test('with the right to read alone pickups are listed, and with none the form still keeps what is typed', async ({
  page,
}) => {
  const write = 'api:one-time-pickups:write';
  await openPickups(page, [write]);
  await expect(page.getByText(/Not allowed with this login: order one-time pickups/)).toBeVisible();
  await expect(order(page)).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Read again' })).toBeVisible();
  await fieldOf(page, 'origin.street').fill('Mglista');
  // An empty list of parcels leads to Send too.
  const leadTo = (name: string) => deskOf(page).getByRole('link', { name }).click();
  await leadTo('Parcels');
  await leadTo('Send');
  await expect(fieldOf(page, 'origin.street')).toHaveValue('Mglista');
  await leadTo('Pickups');
  await expect(fieldOf(page, 'origin.street')).toHaveValue('Mglista');
  expect(await findBarriers(page)).toEqual([]);
});
