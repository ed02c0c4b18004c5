import { expect, type Page } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { chooseFile, countSandboxParcels, openImports, writeOrders } from './import-walk.ts';
import { deskOf, logIn } from './login-walk.ts';
import { fieldOf, fillParty, keepSender, parcelOf, prepareParcel } from './map-walk.ts';

test.use({ points: FEW_POINTS });

/** Presses a button twice in the moment in which it appears: before anything that the screen reads of the browser's store is there. */
const pressWhenSeen = (page: Page, words: string) =>
  page.evaluate((words) => {
    const watch = new MutationObserver(() => {
      const button = [...document.querySelectorAll('button')].find((each) =>
        each.textContent.includes(words),
      );
      if (button === undefined) return;
      watch.disconnect();
      button.click();
      button.click();
    });
    watch.observe(document.body, { childList: true, subtree: true });
  }, words);

const open = (page: Page, screen: string) => deskOf(page).getByRole('link', { name: screen }).click();

test('two presses on Send in the first moment after Back send one parcel', async ({ page, droppoint }) => {
  await logIn(page);
  await prepareParcel(page);
  const before = await countSandboxParcels(droppoint.platform);
  await open(page, 'Returns');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns');
  await pressWhenSeen(page, 'Send parcel');
  await page.goBack();
  await expect(parcelOf(page)).toContainText('The carrier took it');
  expect((await countSandboxParcels(droppoint.platform)) - before).toBe(1);

  // So it does where the form was emptied a moment ago: what is missing is said.
  await page.getByRole('button', { name: 'Next parcel' }).click();
  await page.evaluate(() => {
    const press = (words: string) =>
      [...document.querySelectorAll('button')].find((each) => each.textContent.includes(words))!.click();
    press('Empty the form');
    press('Send parcel');
  });
  await expect(fieldOf(page, 'recipient.firstName')).toHaveAccessibleDescription('Fill this in.');
});

test('two presses on Order in the first moment after Back order one pickup, for the day that was chosen', async ({
  page,
}) => {
  await logIn(page);
  await open(page, 'Pickups');
  await fieldOf(page, 'origin.street').waitFor();
  const origin = { street: 'Mglista', houseNumber: '7', city: 'Testowo', postalCode: '00-950' };
  await fillParty(page, 'origin', origin);
  await keepSender(page);
  await fieldOf(page, 'volume.count').fill('3');
  await fieldOf(page, 'volume.totalWeight.amount').fill('6,5');
  const days = page.getByRole('combobox', { name: 'Day' });
  await expect(page.getByText(/order before 1:00 PM|had to be ordered before 1:00 PM/)).toBeVisible();
  const chosen = await days.getByRole('option').nth(2).getAttribute('value');
  await days.selectOption(chosen);
  await open(page, 'Returns');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns');
  await pressWhenSeen(page, 'Order pickup');
  const ordered = page.waitForRequest(
    (request) => /pickups/.test(request.url()) && request.method() === 'POST',
  );
  await page.goBack();
  const { pickupTime } = (await ordered).postDataJSON() as { pickupTime: { from: string } };
  expect(pickupTime.from).toContain(chosen);
  await expect(page.locator('li[data-id]')).toHaveCount(1);
});

test('two presses on Send of an import aren’t taken for another tab', async ({ page }) => {
  await logIn(page);
  await openImports(page);
  await chooseFile(page, writeOrders(3, 5000));
  await keepSender(page);
  await page.getByRole('button', { name: 'Send 3 parcels' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByText('Sent off: 3.')).toBeVisible();
  await expect(page.getByText(/another tab/i)).toHaveCount(0);
});
