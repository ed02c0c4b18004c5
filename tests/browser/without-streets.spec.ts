import { expect, type Page } from '@playwright/test';
import { rest, still } from './come-to-rest.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { KRAKOW, writeStreetPoints } from './street-points.ts';

test.use({ streets: true, dataFile: writeStreetPoints() });
onPublishedNetwork();

const viewAt = ({ latitude, longitude }: typeof KRAKOW, zoom: number) =>
  `/?latitude=${latitude}&longitude=${longitude}&zoom=${zoom}`;
const zoomOf = (page: Page) => Number(new URL(page.url()).searchParams.get('zoom'));
const zoomIn = (page: Page) => page.getByRole('button', { name: 'Zoom in', exact: true });
const map = (page: Page) => page.locator('.leaflet-container');

/** Opens a view, and waits until it is known where streets exist. */
async function open(page: Page, address: string, hasPins = true): Promise<void> {
  const manifest = page.waitForResponse(/streets\/manifest\.json/);
  await page.goto(address);
  await manifest;
  if (hasPins) await expect(page.locator('.dp-pin').first()).toBeVisible();
  await expect(zoomIn(page)).toBeVisible();
  await rest(page);
  await still(map(page));
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox').fill(text);
  await page.getByRole('option').first().waitFor();
  await page.getByRole('combobox').press('Enter');
  await still(map(page), 60);
}

test('Map without streets: searches, clicks and the wheel stop at the last zoom with content', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ ...KRAKOW, accuracy: 40 });
  await open(page, viewAt(KRAKOW, 9));
  await search(page, 'Długa 1, Kraków');
  await expect.poll(() => zoomOf(page)).toBe(14);
  await test.step('points that are still drawn as one are separated at higher zooms', async () => {
    const cluster = page.getByRole('button', { name: '3 points; zoom in' });
    await expect(cluster).toHaveCount(1);
    await expect(zoomIn(page)).toHaveAttribute('aria-disabled', 'false');
    await cluster.click();
    await expect.poll(() => zoomOf(page)).toBeGreaterThan(14);
    await expect(cluster).toHaveCount(0);
    await expect(page.locator('.dp-pin')).toHaveCount(3);
    await expect(zoomIn(page)).toHaveAttribute('aria-disabled', 'true');
  });
  await test.step('with streets, a search and a click zoom further', async () => {
    await search(page, 'Avinguda Meritxell 5, Andorra la Vella');
    await expect.poll(() => zoomOf(page)).toBeGreaterThan(14);
    const zoom = zoomOf(page);
    await zoomIn(page).click();
    await expect.poll(() => zoomOf(page)).toBe(zoom + 1);
  });
  await test.step('back outside the streets it doesn’t stay that deep; points on one spot open as a list', async () => {
    await search(page, 'Pawia 4, Kraków');
    await expect.poll(() => zoomOf(page)).toBe(14);
    await page.getByRole('button', { name: /^3 points at this spot/ }).click();
    await expect(page.getByRole('region', { name: /points at this spot/ })).toBeVisible();
    await page.keyboard.press('Escape');
    expect(zoomOf(page)).toBe(14);
  });
  await test.step('far from all points, nothing zooms in', async () => {
    await open(page, viewAt({ ...KRAKOW, longitude: 19.85 }, 13), false);
    await zoomIn(page).click();
    await expect(zoomIn(page)).toHaveAttribute('aria-disabled', 'true');
    await zoomIn(page).click({ force: true });
    await page.mouse.move(800, 400);
    await page.mouse.wheel(0, -2000);
    await still(map(page), 60);
    expect(zoomOf(page)).toBe(14);
  });
  await test.step('a point of a link, found before it is known where streets are, doesn’t stay deeper either', async () => {
    let answer = () => {};
    const isRequested = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/streets/manifest.json', async (route) => {
      await isRequested;
      await route.continue();
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/?point=PL_1');
    await expect.poll(() => zoomOf(page)).toBeGreaterThan(14);
    answer();
    await expect.poll(() => zoomOf(page)).toBe(14);
    await still(map(page));
    const [pin, sheet] = await Promise.all(
      ['[data-lifted]', '.sheet'].map((part) => page.locator(part).boundingBox()),
    );
    expect(pin!.y + pin!.height, 'the sheet doesn’t cover it').toBeLessThanOrEqual(sheet!.y);
    await page.unroute('**/streets/manifest.json');
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('"near me" shows the position and how accurate it is, as near as with streets', async () => {
    await page.getByRole('search').getByRole('button', { name: 'Near me' }).click();
    await expect(page.locator('.dp-here')).toBeVisible();
    // The address doesn't reveal it: it never has the view of the device's position. At zoom 14 the scale
    // would be 500 m.
    await expect(page.locator('.dp-scale')).toHaveText('200 m');
  });
});
