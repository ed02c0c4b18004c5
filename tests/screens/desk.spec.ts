import { expect } from '@playwright/test';
import { makeParcel, seedDesk } from '../browser/desk-seed.ts';
import { FEW_POINTS, test } from '../browser/droppoint.ts';
import { chooseFile, readPointIds } from '../browser/import-walk.ts';
import { logIn, openAccountMenu, openScreen } from '../browser/login-walk.ts';
import { fieldOf, storeSender, networkOf, sendParcel } from '../browser/map-walk.ts';
import { inEachLook } from './take-picture.ts';

test.use({ points: FEW_POINTS });

/** Parcels in each state, the newest first. */
function makeParcels() {
  return [
    makeParcel(1),
    makeParcel(2, {
      state: 'refused',
      problem: {
        code: 'rejected',
        fields: [{ path: 'recipient.phone', codes: ['invalid'] }],
        requestId: 'r-1',
      },
    }),
    makeParcel(3, { state: 'unknown' }),
    ...[4, 5, 6].map((at) =>
      makeParcel(at, { state: 'sent', trackingNumber: `69000000000000000000000${at}` }),
    ),
  ];
}

/** The broker's desk. */
inEachLook(test, (shoot) => {
  test('Desk', async ({ page }) => {
    await logIn(page);
    await expect(networkOf(page)).toContainText(/points on the map/);
    await shoot(page, 'desk-first-run', true);
    await storeSender(page);
    await fieldOf(page, 'recipient.phone').fill('12 34');
    await sendParcel(page);
    await expect(fieldOf(page, 'recipient.firstName')).toBeFocused();
    await shoot(page, 'desk-send-refused', true);

    await openScreen(page, 'Parcels');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parcels');
    await shoot(page, 'desk-parcels-empty');
    await openScreen(page, 'Import');
    const [point] = await readPointIds(page, 1);
    await chooseFile(
      page,
      [
        'Order number;Name;E-mail;Phone;Pick-up point;Size;Weight',
        `1001;Oskar Lis;oskar@mail.example;+48 500 000 202;${point};A;1,2`,
        `1002;Anna Nowak;;+48 500 000 203;${point};B;2`,
        `1003;Jan Zieli?ski;jan@mail.example;12;PL_NOWHERE1;A;850`,
        `1004;Ewa Sowa;ewa@mail.example;+48 500 000 204;${point};C;30`,
      ].join('\n'),
    );
    await expect(page.getByText('To fix').first()).toBeVisible();
    await shoot(page, 'desk-import', true);

    await seedDesk(page, makeParcels());
    await page.getByRole('checkbox').nth(4).check();
    await shoot(page, 'desk-parcels', true);
    await page.getByRole('rowheader', { name: /Oskar Lis 5/ }).click();
    await page.getByRole('heading', { name: 'Oskar Lis 5' }).waitFor();
    await shoot(page, 'desk-parcel', true);
    await page.getByRole('textbox', { name: /^Note/ }).fill('Fragile: wrap it twice.');
    await page.getByRole('textbox', { name: /^Contents/ }).fill('2 × Mug\n1 × Tea, 100 g');
    await openScreen(page, 'Pack');
    await page.getByRole('textbox', { name: 'Order or parcel number' }).waitFor();
    await page.getByRole('checkbox', { name: 'Print labels as they are scanned' }).uncheck();
    for (const code of ['O-4', '4711', 'O-5']) {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('region', { name: 'Packed' }).waitFor();
    await shoot(page, 'desk-pack');
    await page.keyboard.type('O-5');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: /^Already packed/ }).waitFor();
    await shoot(page, 'desk-pack-again', true);
    await openScreen(page, 'Parcels');
    await page.getByRole('rowheader', { name: /Oskar Lis 5/ }).click();
    await page.getByRole('button', { name: 'Create a return' }).click();
    await page.getByRole('button', { name: 'Create return' }).click();
    await page.getByRole('heading', { level: 3 }).waitFor();
    await shoot(page, 'desk-returns', true);
    await openScreen(page, 'Pickups');
    await page.getByRole('combobox', { name: 'Day' }).waitFor();
    await shoot(page, 'desk-pickups', true);
    await openAccountMenu(page);
    await shoot(page, 'desk-account');
  });

  test('Desk without rights', async ({ page }) => {
    await logIn(page, ['api:one-time-pickups:read', 'api:one-time-pickups:write', 'api:returns:write']);
    await openScreen(page, 'Pickups');
    await expect(page.getByRole('heading', { name: 'New pickup' })).toBeVisible();
    await shoot(page, 'desk-no-right', true);
  });
});
