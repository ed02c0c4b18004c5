import { expect } from '@playwright/test';
import { rest } from './come-to-rest.ts';
import { FEW_POINTS, test } from './droppoint.ts';
import { findBarriersInEachLook } from './find-barriers.ts';
import { logIn } from './login-walk.ts';

test.use({ points: FEW_POINTS });

test('axe finds no barrier on the broker’s pages, and at an address that leads nowhere', async ({ page }) => {
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Log in with your carrier account' })).toBeVisible();
  expect(await findBarriersInEachLook(page)).toEqual([]);
  await logIn(page);
  await expect(page.getByRole('main')).toContainText(/points on the map/);
  expect(await findBarriersInEachLook(page)).toEqual([]);
  await page.goto('/nowhere');
  await expect(page.getByRole('heading').first()).toBeVisible();
  expect(await findBarriersInEachLook(page)).toEqual([]);
});

test('a page with something folded away comes to rest after a change of its colours', async ({ page }) => {
  const style =
    ':root { color-scheme: light dark } a { color: light-dark(red, blue); transition: color 0.1s }';
  const [seen, folded] = [
    '<a href="#">Seen</a>',
    '<details><summary>More</summary><a href="#">Folded</a></details>',
  ];
  await page.setContent(`<style>${style}</style>${seen}${folded}`);
  const readColour = (name: string) => page.getByText(name).evaluate((link) => getComputedStyle(link).color);
  expect(await readColour('Seen')).toBe('rgb(255, 0, 0)');
  // The engines ask for the style of what isn't shown, too.
  await readColour('Folded');
  await page.emulateMedia({ colorScheme: 'dark' });
  await readColour('Folded');
  await rest(page);
  expect(await readColour('Seen')).toBe('rgb(0, 0, 255)');
});
