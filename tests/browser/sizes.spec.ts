import { expect, type Locator } from '@playwright/test';
import { enlargeText } from './enlarge-text.ts';
import { onPublishedNetwork, test } from './droppoint.ts';

onPublishedNetwork();

/** Whether all of an element is visible: not cut by the window or a scrolling box, nothing in front of it. */
function isSeenWhole(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const box = node.getBoundingClientRect();
    const inWindow = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    // The middle of each side, as corners may be round.
    const sides = [
      [box.left + 2, y],
      [box.right - 2, y],
      [x, box.top + 2],
      [x, box.bottom - 2],
    ] as const;
    return inWindow && sides.every(([x, y]) => node.contains(document.elementFromPoint(x, y)));
  });
}

for (const [name, width, height, fontPx, letters] of [
  ['a phone', 390, 844, 16, 12],
  ['a phone with text twice as large', 390, 844, 32, 8],
  ['a wide window with text twice as large', 1280, 800, 32, 20],
  ['a phone on its side', 844, 390, 16, 8],
  ['a phone with its keyboard open', 390, 400, 16, 12],
  ['a watch-narrow window', 280, 653, 16, 8],
] as const) {
  test(`field, rows, card and the button to choose can be used: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await enlargeText(page, fontPx);
    await page.goto('/?latitude=52.2297&longitude=21.0122&zoom=11');
    const field = page.getByRole('combobox');
    const row = page.getByRole('main').getByRole('list').getByRole('button').first();
    await expect(row).toBeVisible();
    await expect(row).not.toHaveAttribute('aria-busy', 'true');
    expect((await field.boundingBox())!.width, 'room for letters').toBeGreaterThan((letters * fontPx) / 2);
    await expect.poll(() => isSeenWhole(field), 'the field').toBe(true);
    await expect.poll(() => isSeenWhole(row), 'the first row').toBe(true);
    await row.click();
    const choose = page.getByRole('button', { name: 'Choose this point' });
    await expect(choose).toBeEnabled();
    await expect.poll(() => isSeenWhole(choose), 'the button to choose').toBe(true);
    await expect.poll(() => isSeenWhole(page.locator('.card h2')), 'the name').toBe(true);
    await choose.click();
    await expect(page.getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
  });
}

test('in a window of 200 pixels everything can be scrolled to', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 200 });
  await page.goto('/?latitude=52.2297&longitude=21.0122&zoom=11');
  const row = page.getByRole('main').getByRole('list').getByRole('button').first();
  await row.scrollIntoViewIfNeeded();
  await row.click();
  const choose = page.getByRole('button', { name: 'Choose this point' });
  await choose.scrollIntoViewIfNeeded();
  await choose.click();
  await expect(page.getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
});

test('digits stay within their circles when text is twice as large', async ({ page }) => {
  await enlargeText(page, 32);
  await page.goto('/?latitude=52.2297&longitude=21.0122&zoom=6');
  await page.getByRole('button', { name: 'Show the map' }).click();
  const discs = page.locator('.dp-disc');
  await expect(discs.first()).toBeVisible();
  const spilt = await discs.evaluateAll(
    (all) => all.filter((disc) => disc.scrollWidth > disc.clientWidth).length,
  );
  expect(spilt).toBe(0);
});
