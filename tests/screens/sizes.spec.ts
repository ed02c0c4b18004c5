import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork } from '../browser/droppoint.ts';
import { frameOf, openCard, test } from '../browser/widget-shop.ts';
import { takePicture } from './take-picture.ts';

const WARSAW = '/?latitude=52.2297&longitude=21.0122&zoom=13';

onPublishedNetwork();

test('With the keyboard open', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 400 });
  await page.goto(WARSAW);
  const row = page.getByRole('main').getByRole('list').getByRole('button').first();
  await expect(row).toBeVisible();
  await takePicture(page, 'size-keyboard');
  await row.click();
  const choose = page.getByRole('button', { name: 'Choose this point' });
  await expect(choose).toBeEnabled();
  await takePicture(page, 'size-keyboard-card');
  await choose.click();
  await expect(page.getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
  await takePicture(page, 'size-keyboard-chosen');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } });
    const shoot = (page: Page, name: string) => takePicture(page, `${name}-phone-${colorScheme}`);

    test('Near me', async ({ page, context }) => {
      await context.grantPermissions(['geolocation']);
      await context.setGeolocation({ latitude: 52.2297, longitude: 21.0122, accuracy: 400 });
      await page.goto('/');
      await page.getByRole('search').getByRole('button', { name: 'Near me' }).click();
      await expect(page.locator('.dp-here')).toBeVisible();
      await shoot(page, 'near-me');
    });

    test('Shared link', async ({ page }) => {
      await page.goto(WARSAW);
      await page.getByRole('main').getByRole('list').getByRole('button').first().click();
      await expect.poll(() => new URL(page.url()).searchParams.get('point')).not.toBeNull();
      await page.goto(page.url());
      await expect(page.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
      await shoot(page, 'shared-link');
    });

    test('Refused preset', async ({ page, shop }) => {
      const attributes = 'mode="inline" value="PL_NOPE" latitude="52.2297" longitude="21.0122" zoom="12"';
      await shop.open(page, {
        body: `<droppoint-picker id="picker" name="point" ${attributes}></droppoint-picker>`,
      });
      await expect(frameOf(page).getByRole('region', { name: /no longer in the network/ })).toBeVisible();
      await shoot(page, 'refused-preset');
    });

    test('Shop with a brown brand', async ({ page, shop }) => {
      const body = `<style>droppoint-picker { --droppoint-color-primary: #9a4a2b }</style>
<droppoint-picker id="picker" name="point" mode="inline" latitude="52.2297" longitude="21.0122" zoom="12"></droppoint-picker>`;
      await shop.open(page, { body, policy: "default-src * 'unsafe-inline'" });
      await expect(frameOf(page).locator('.row[aria-busy="false"]').first()).toBeVisible();
      await shoot(page, 'brown');
      await openCard(frameOf(page));
      await shoot(page, 'brown-card');
    });

    test('Shop that offers nothing', async ({ page, shop }) => {
      await shop.open(page, {
        body: '<droppoint-picker id="picker" name="point" mode="inline" view="list" point-type="locker"></droppoint-picker>',
      });
      await expect(frameOf(page).locator('.empty')).toBeVisible();
      await shoot(page, 'nothing-offered');
    });

    test('Keyboard focus', async ({ page }) => {
      await page.goto(WARSAW);
      await expect(page.getByRole('main').getByRole('list').getByRole('button').first()).toBeVisible();
      await page.locator('.dp-map').focus();
      await page.keyboard.press('Tab');
      await shoot(page, 'focus-pin');
      await page.getByRole('main').getByRole('list').getByRole('button').first().focus();
      await page.keyboard.press('ArrowDown');
      await shoot(page, 'focus-row');
    });
  });
}

test.describe('Without a connection', () => {
  test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

  test('The last view offline', async ({ page, context }) => {
    await page.goto(WARSAW);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect(page.getByRole('main').getByRole('list').getByRole('button').first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('main').getByRole('list').getByRole('button').first()).toBeVisible();
    await context.setOffline(true);
    await page.reload();
    await expect(page.locator('.dp-pin').first()).toBeVisible();
    await takePicture(page, 'offline-reload-phone');
  });
});
