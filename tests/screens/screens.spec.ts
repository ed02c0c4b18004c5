import { expect, type Page } from '@playwright/test';
import { CHOOSE_VISIT } from '../browser/choose-states.ts';
import { test } from '../browser/droppoint.ts';
import { logIn } from '../browser/login-walk.ts';
import { INLINE_VISIT } from '../browser/inline-states.ts';
import { networkOf, prepareParcel, sendParcel } from '../browser/map-walk.ts';
import { PICKER_VISITS } from '../browser/picker-states.ts';
import { inEachLook } from './take-picture.ts';

/** Waits until nothing is published: the function checks the file once a second. */
const untilUnpublished = (page: Page) =>
  expect.poll(async () => (await page.request.get('/snapshot/manifest.json')).status()).toBe(404);

/** The product's own pages. */
inEachLook(test, (shoot) => {
  test.afterEach(({ droppoint }) => droppoint.unpublish());

  for (const { title, isPublished, screens } of [...PICKER_VISITS, CHOOSE_VISIT, INLINE_VISIT])
    test(`Picker: ${title}`, async ({ page, droppoint }) => {
      await (isPublished ? droppoint.publish() : untilUnpublished(page));
      for (const { name, reach, sign } of screens) {
        await reach(page, droppoint);
        await sign(page).waitFor();
        await shoot(page, `picker-${name}`);
      }
    });

  test('Operator’s page', async ({ page, droppoint }) => {
    await untilUnpublished(page);
    await page.goto('/network');
    await expect(page.getByRole('heading', { name: 'No network is published yet' })).toBeVisible();
    await shoot(page, 'network-unpublished');
    await droppoint.publish();
    await page.reload();
    await expect(page.getByRole('searchbox')).toBeVisible();
    await shoot(page, 'network', true);
  });

  test('Configurator', async ({ page, droppoint }) => {
    await droppoint.publish();
    await page.goto('/configure');
    await expect(page.getByRole('button', { name: 'Choose your pick-up point' })).toBeVisible();
    await shoot(page, 'configure', true);
  });

  test('Broker’s pages', async ({ page }) => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await shoot(page, 'account-login', true);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await shoot(page, 'sandbox-login');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: /^Allow/ }).waitFor();
    await shoot(page, 'sandbox-consent', true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await shoot(page, 'account-declined', true);
    await logIn(page);
    await expect(networkOf(page)).toContainText(/points on the map/);
    await shoot(page, 'account', true);
    await prepareParcel(page);
    await shoot(page, 'account-written', true);
    await sendParcel(page);
    await expect(page.getByText('The carrier accepted it')).toBeVisible();
    await shoot(page, 'account-sent', true);
  });
});
