import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork } from '../browser/droppoint.ts';
import { test } from '../browser/example-shop.ts';
import { inEachLook } from './take-picture.ts';

/** The picker in the example shop. */
inEachLook(test, (shoot) => {
  onPublishedNetwork();

  /** Searches for a town and opens the card of the first point there. */
  const findPoint = async (page: Page, scene: string) => {
    const frame = page.frameLocator('droppoint-picker iframe');
    await frame.getByRole('combobox').fill('krak');
    await expect(frame.getByRole('option').first()).toBeVisible();
    await frame.getByRole('combobox').press('Enter');
    const row = frame.locator('section.list').getByRole('listitem').getByRole('button').first();
    await expect(row).toContainText('Krak');
    await shoot(page, scene);
    await row.click();
    const choose = frame.getByRole('button', { name: /^Choose this point/ });
    await expect(choose).toBeEnabled();
    await shoot(page, `${scene}-card`);
    return choose;
  };

  test('Shop: picker in a dialog', async ({ page, shop }) => {
    await page.goto(shop);
    await expect(page.getByRole('button', { name: 'Choose your pick-up point' })).toBeVisible();
    await shoot(page, 'shop', true);
    await page.getByRole('button', { name: 'Choose your pick-up point' }).click();
    const choose = await findPoint(page, 'shop-modal');
    await choose.click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await shoot(page, 'shop-chosen', true);
  });

  test('Shop: picker in the page', async ({ page, shop }) => {
    await page.goto(`${shop}/?mode=inline`);
    await page.locator('droppoint-picker').scrollIntoViewIfNeeded();
    await (await findPoint(page, 'shop-inline')).click();
    await expect(
      page.frameLocator('droppoint-picker iframe').getByRole('region', { name: 'Your pick-up point' }),
    ).toBeVisible();
    await shoot(page, 'shop-inline-chosen');
  });
});
