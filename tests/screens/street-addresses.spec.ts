import { expect } from '@playwright/test';
import { onPublishedNetwork, test } from '../browser/droppoint.ts';
import { inEachLook } from './take-picture.ts';

/** Searches for addresses that are in the published streets. */
test.use({ streets: true });

/** The typed text, and the suggestion to choose. */
const ADDRESSES = {
  exact: ['Av. Coprincep de Gaulle 11, les Escaldes', 'Gaulle 11'],
  between: ['Avinguda Meritxell 65', 'Avinguda Meritxell 65'],
  landmark: ['hospital de nostra', 'Hospital de Nostra Senyora de Meritxell'],
} as const;

inEachLook(test, (shoot) => {
  onPublishedNetwork();

  test('Addresses on published streets', async ({ page }) => {
    const field = page.getByRole('combobox');
    const options = page.getByRole('option');
    await page.goto('/?latitude=42.5075&longitude=1.5218&zoom=13');
    for (const [name, [address, found]] of Object.entries(ADDRESSES)) {
      await field.fill(address);
      await options.filter({ hasText: found }).first().click();
      await expect(page.locator('.row[aria-busy="false"]').first()).toBeVisible();
      await shoot(page, `address-${name}`);
    }
    await field.fill('Carrer Major');
    await expect(options.filter({ hasText: 'Carrer Major' }).nth(2)).toBeVisible();
    await shoot(page, 'address-two-towns');
  });
});
