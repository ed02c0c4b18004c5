import { expect, type Page } from '@playwright/test';
import type { DroppointPicker } from '../../packages/elements/picker/droppoint.ts';
import { onPublishedNetwork } from '../browser/droppoint.ts';
import { test } from '../browser/example-shop.ts';
import { inEachLook } from './take-picture.ts';

/** The element in the example shop's checkout: while it loads, when it fails, and with the points in the page. */
inEachLook(test, (shoot) => {
  onPublishedNetwork();

  const trigger = (page: Page, name = 'Choose your pick-up point') => page.getByRole('button', { name });
  const onElement = (page: Page, act: (element: DroppointPicker) => void) =>
    page.locator('droppoint-picker').evaluate(act as (element: Element) => void);

  test('Shop: while the frame loads', async ({ page, shop }) => {
    await page.route('**/embed*', () => {});
    await page.goto(shop);
    await trigger(page).click();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await shoot(page, 'shop-loading');
  });

  test('Shop: without the frame, its own field appears', async ({ page, shop }) => {
    await page.route('**/embed*', (route) => route.abort());
    await page.goto(shop);
    await trigger(page).click();
    await expect(page.getByText('Loading failed.')).toBeVisible();
    await shoot(page, 'shop-failed', true);
  });

  test('Shop: a closed point', async ({ page, shop }) => {
    await page.goto(`${shop}/?point=PL_CLOSED`);
    // The point is looked up once the element is in view.
    await page.locator('droppoint-picker').scrollIntoViewIfNeeded();
    await expect(page.getByText('No longer available.')).toBeVisible();
    await shoot(page, 'shop-closed', true);
  });

  test('Shop: the nearest points with its labels', async ({ page, shop }) => {
    await page.goto(`${shop}/?mode=nearest`);
    await onElement(page, (element) => {
      element.filter = {
        rules: [{ types: ['APM'], label: '2.49 €' }, { label: '2.90 €' }],
      };
      element.city = 'Warszawa';
    });
    const nearest = page.locator('droppoint-picker').getByRole('radio', { name: '€' });
    await expect(nearest).toHaveCount(3);
    await shoot(page, 'shop-nearest', true);
    await nearest.nth(1).click();
    await shoot(page, 'shop-nearest-chosen', true);
  });

  test('Shop: its labels and reasons in the list and on a card', async ({ page, shop }) => {
    await page.goto(shop);
    await onElement(page, (element) => {
      element.filter = {
        rules: [{ types: ['PUDO'], reason: 'Only lockers take it.' }, { label: '2.90 €' }],
      };
      element.city = 'Warszawa';
    });
    await trigger(page).click();
    const frame = page.frameLocator('droppoint-picker iframe');
    const row = frame
      .locator('section.list')
      .getByRole('listitem')
      .filter({ hasText: '2.90 €', hasNotText: 'Only lockers' })
      .first();
    await expect(row).toBeVisible();
    await shoot(page, 'shop-labels');
    await row.getByRole('button').first().click();
    await expect(frame.getByRole('button', { name: /^Choose this point/ })).toBeEnabled();
    await shoot(page, 'shop-label-card');
  });
});
