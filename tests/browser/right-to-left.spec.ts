import { expect, type Page } from '@playwright/test';
import { test } from './droppoint.ts';
import { listOverflows } from './list-overflows.ts';
import { openAnyCard } from './map-walk.ts';
import { turnRound } from './turn-round.ts';

test.beforeEach(({ page }) => turnRound(page));

for (const width of [390, 1280]) {
  test.describe(`from right to left, ${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('nothing sticks out, on the map and on a card', async ({ page }) => {
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      const main = page.getByRole('main');
      await expect(main).toContainText(/points on the map/);
      expect(await listOverflows(page)).toEqual([]);
      await openAnyCard(main);
      expect(await listOverflows(page)).toEqual([]);
      await main.getByRole('button', { name: /^Choose this point/ }).click();
      await expect(main.getByRole('heading', { name: 'Your pick-up point', exact: true })).toBeVisible();
      expect(await listOverflows(page)).toEqual([]);
    });
  });
}

test('from right to left the panel stands at the right of the map', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('main')).toContainText(/points on the map/);
  const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
  const map = (await page.locator('.leaflet-container').boundingBox())!;
  expect(map.x).toBe(0);
  expect(heading.x).toBeGreaterThanOrEqual(map.x + map.width);
});

test('from right to left pins stay where they are on the map, and follow it when it is dragged', async ({
  page,
  browser,
  droppoint,
}) => {
  const address = '/?latitude=52.23&longitude=21.01&zoom=11';
  const other = await browser.newPage({ baseURL: droppoint.origin });
  const readPins = async (shown: Page) => {
    await expect(shown.getByRole('main')).toContainText(/points on the map/);
    return shown.locator('.dp-pin').evaluateAll((pins) => {
      const area = document.querySelector('.leaflet-container')!.getBoundingClientRect();
      const places = pins.map((pin) => {
        const { x, y, width } = pin.getBoundingClientRect();
        return [Math.round(x + width / 2 - area.x), Math.round(y - area.y)] as const;
      });
      return places.sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2);
    });
  };
  await page.goto(address);
  await other.goto(address);
  const pins = await readPins(page);
  expect(pins.length).toBeGreaterThan(0);
  expect(pins).toEqual(await readPins(other));
  await other.close();

  const map = (await page.locator('.leaflet-container').boundingBox())!;
  const pin = page.locator('.dp-pin').first();
  const before = (await pin.boundingBox())!;
  await page.mouse.move(map.x + 40, map.y + 40);
  await page.mouse.down();
  await page.mouse.move(map.x + 70, map.y + 45, { steps: 5 });
  const after = (await pin.boundingBox())!;
  await page.mouse.up();
  expect(Math.round(after.x - before.x)).toBe(30);
});
