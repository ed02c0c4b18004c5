import { expect, type Page } from '@playwright/test';
import { makeParcel, seedDesk } from './desk-seed.ts';
import { FEW_POINTS, test } from './droppoint.ts';
import { chooseFile, countSandboxParcels, openImports, writeOrders } from './import-walk.ts';
import { openDesk, openScreen } from './login-walk.ts';
import { ADDRESS, fieldOf, fillParcel, fillParty, storeSender, parcelOf } from './map-walk.ts';

test.use({ points: FEW_POINTS });

/**
 * Clicks a button twice as soon as it appears, before the screen has loaded anything from the browser's
 * storage.
 */
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

test('Desk: two tabs, and two clicks as soon as a button appears, send a parcel, an import and a pickup order once', async ({
  page,
  context,
  droppoint,
}) => {
  await openDesk(page);
  await seedDesk(page, [makeParcel(1)]);
  const before = await countSandboxParcels(droppoint.platform);
  const count = async () => (await countSandboxParcels(droppoint.platform)) - before;
  await test.step('two tabs', async () => {
    const other = await context.newPage();
    await other.goto('/account/parcels');
    await droppoint.setFaults([{ kind: 'latency', milliseconds: 800, routes: ['shipments'] }]);
    for (const tab of [page, other]) await tab.getByRole('checkbox', { name: 'Select all' }).check();
    // Find both before clicking either: a tab that receives the other's change removes its button.
    const buttons = await Promise.all(
      [page, other].map((tab) => tab.getByRole('button', { name: 'Send 1 parcel' }).elementHandle()),
    );
    await Promise.all(buttons.map((button) => button?.evaluate((element: HTMLElement) => element.click())));
    for (const tab of [page, other]) await expect(tab.getByRole('grid')).toContainText('Sent');
    expect(await droppoint.countPlatformRequests('/shipping/v2/organizations/org-42/shipments')).toBe(1);
    await droppoint.setFaults([]);
    await other.close();
  });
  await test.step('Order, for the chosen day', async () => {
    await openScreen(page, 'Pickups');
    await fieldOf(page, 'origin.street').waitFor();
    await fillParty(page, 'origin', ADDRESS);
    await storeSender(page);
    await fieldOf(page, 'volume.count').fill('3');
    await fieldOf(page, 'volume.totalWeight.amount').fill('6,5');
    const days = page.getByRole('combobox', { name: 'Day' });
    await expect(page.getByText(/order before 1:00 PM|had to be ordered before 1:00 PM/)).toBeVisible();
    const chosen = await days.getByRole('option').nth(2).getAttribute('value');
    await days.selectOption(chosen);
    await openScreen(page, 'Returns');
    await pressWhenSeen(page, 'Order pickup');
    const ordered = page.waitForRequest(
      (request) => request.url().includes('pickups') && request.method() === 'POST',
    );
    await page.goBack();
    const { pickupTime } = (await ordered).postDataJSON() as { pickupTime: { from: string } };
    expect(pickupTime.from).toContain(chosen);
    await expect(page.locator('li[data-id]')).toHaveCount(1);
  });
  await test.step('Send', async () => {
    await openScreen(page, 'Send');
    await fillParcel(page);
    await openScreen(page, 'Returns');
    await pressWhenSeen(page, 'Send parcel');
    await page.goBack();
    await expect(parcelOf(page)).toContainText('The carrier accepted it');
    expect(await count()).toBe(2);
    // The same applies to a form that was just cleared: the missing fields are reported.
    await page.getByRole('button', { name: 'Next parcel' }).click();
    await page.evaluate(() => {
      const press = (words: string) =>
        [...document.querySelectorAll('button')].find((each) => each.textContent.includes(words))!.click();
      press('Clear the form');
      press('Send parcel');
    });
    await expect(fieldOf(page, 'recipient.firstName')).toHaveAccessibleDescription('Fill this in.');
  });
  await test.step('Send of an import, which doesn’t count as another tab', async () => {
    await openImports(page);
    await chooseFile(page, writeOrders(3, 5000));
    await page.getByRole('button', { name: 'Send 3 parcels' }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await expect(page.getByText('Sent: 3.')).toBeVisible();
    await expect(page.getByText(/another tab/i)).toHaveCount(0);
    expect(await count()).toBe(5);
  });
});
