import { expect, type Page } from '@playwright/test';
import { holdBack, still } from './come-to-rest.ts';
import { test } from './droppoint.ts';
import { countLetters, measureCover, measureLight } from './measure-streets.ts';
import { writeStreetPoints } from './street-points.ts';

test.use({ streets: true, dataFile: writeStreetPoints() });

const CITY = '/?latitude=42.5085&longitude=1.525&zoom=16';

const pictures = (page: Page) => page.locator('.dp-streets canvas');

/** Opens the city, and waits until its streets are painted. */
async function openCity(page: Page): Promise<void> {
  await page.goto(CITY);
  await expect.poll(() => pictures(page).count()).toBeGreaterThan(8);
}

const namesAreThere = (page: Page) =>
  expect.poll(async () => (await countLetters(page)).all).toBeGreaterThan(2_000);

/** Drags the map, by this many pixels. */
async function drag(page: Page, x: number, y: number): Promise<void> {
  const map = (await page.locator('.dp-map').boundingBox())!;
  const middle = { x: map.x + map.width / 2, y: map.y + map.height / 2 };
  await page.mouse.move(middle.x - x / 2, middle.y - y / 2);
  await page.mouse.down();
  await page.mouse.move(middle.x + x / 2, middle.y + y / 2, { steps: 8 });
  await page.mouse.up();
}

/** Turns the wheel over the map to zoom out as far as one step allows, which is four levels. */
async function zoomOut(page: Page, to: number): Promise<void> {
  const map = (await page.locator('.dp-map').boundingBox())!;
  await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2);
  await page.mouse.wheel(0, 5_000);
  await expect.poll(() => Number(new URL(page.url()).searchParams.get('zoom'))).toBe(to);
}

/** Pixels of the colour of borders on the base map; -1 before it is painted. */
const countBorders = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-base-pane > canvas:first-of-type');
    if (canvas === null || canvas.width === 0) return -1;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const isNear = (at: number, value: number) => Math.abs(data[at]! - value) < 12;
    return data.filter((red, at) => at % 4 === 0 && Math.abs(red - 0xc3) < 12 && isNear(at + 1, 0xb9)).length;
  });

/** Opaque light pixels of the names: in the dark their letters are light. */
const countLightPixels = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-base-pane > canvas:last-of-type')!;
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, at) => at % 4 === 0 && value > 120 && data[at + 3] === 255).length;
  });

/** Paths of streets requested, the worker's included. @param event `requestfinished`: only those answered */
function recordRequests(page: Page, event: 'request' | 'requestfinished' = 'request'): string[] {
  const requested: string[] = [];
  page.context().on(event as 'request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/streets/')) requested.push(pathname);
  });
  return requested;
}

test('Streets: they appear after the pins, with attribution, and their names avoid pins and buttons', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript/.test(message.text())) errors.push(message.text());
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  const requested = recordRequests(page);
  let requestedBeforePins = -1;
  await page.exposeFunction('pinsStand', () => (requestedBeforePins = requested.length));
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('.dp-pin') === null) return;
      observer.disconnect();
      (window as unknown as { pinsStand: () => void }).pinsStand();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await openCity(page);
  expect(requestedBeforePins, 'requests for streets before the pins').toBe(0);
  const credit = page.locator('.dp-credit').getByRole('link', { name: '© OpenStreetMap contributors' });
  await expect(credit).toBeVisible();
  await expect(credit).toHaveAttribute('href', 'https://www.openstreetmap.org/copyright');
  await credit.focus();
  await expect(credit).toBeFocused();

  await expect(page.locator('.dp-scale')).toBeVisible();
  for (const way of ['at first', 'after a drag']) {
    await namesAreThere(page);
    await still(page.locator('.dp-map'));
    await expect.poll(async () => (await countLetters(page)).underControls, way).toBe(0);
    expect((await countLetters(page)).underPins, way).toBe(0);
    await drag(page, -90, -70);
  }

  await test.step('they change with the theme in place', async () => {
    await expect.poll(() => measureCover(page)).toBeCloseTo(1, 2);
    await expect.poll(() => measureLight(page)).toBeGreaterThan(200);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => measureLight(page)).toBeLessThan(90);
    expect(await measureCover(page)).toBeCloseTo(1, 2);
    await expect.poll(() => countLightPixels(page)).toBeGreaterThan(1_000);
  });
  await test.step('beside streets, which have exact borders, the base map has none of its own', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await zoomOut(page, 12);
    await expect.poll(() => pictures(page).count()).toBeGreaterThan(3);
    await still(page.locator('.dp-map'));
    expect(await countBorders(page)).toBe(0);
  });
  await test.step('farther out there are no streets, and no credit for them', async () => {
    await zoomOut(page, 8);
    await expect(credit).toHaveCount(0);
    await expect(page.locator('.dp-credit')).toBeVisible();
    await expect(pictures(page)).toHaveCount(0);
  });
  expect(errors).toEqual([]);
});

test('Streets: they are requested before the land, and neither waits long for the other', async ({
  page,
}) => {
  const requested: string[] = [];
  page.context().on('request', (request) => requested.push(new URL(request.url()).pathname));
  const firstOf = (pattern: RegExp) => requested.findIndex((path) => pattern.test(path));
  const letCome = await holdBack(page.context(), /\/streets\/.*\.mvt$/);
  await page.goto(CITY);
  // The tiles are delayed: the land is requested once the wait for them ends.
  await expect.poll(() => firstOf(/^\/basemap\//)).toBeGreaterThan(0);
  expect(firstOf(/\/streets\.[^/]*\.css$/)).toBeGreaterThan(-1);
  expect(firstOf(/\/streets\.[^/]*\.css$/)).toBeLessThan(firstOf(/^\/streets\/.*mvt$/));
  expect(await pictures(page).count()).toBe(0);
  letCome();
  await expect.poll(() => pictures(page).count()).toBeGreaterThan(8);

  const came: string[] = [];
  page.context().on('requestfinished', (request) => came.push(new URL(request.url()).pathname));
  let cameBefore: string[] | undefined;
  // The land is requested, and never answered.
  await page.context().route('**/basemap/**', () => {
    cameBefore ??= [...came];
  });
  await openCity(page);
  await namesAreThere(page);
  await expect.poll(() => cameBefore).toBeDefined();
  expect(cameBefore!.filter((path) => /^\/streets\/.*mvt$/.test(path)).length).toBeGreaterThan(0);
});

test('Streets: without a worker, the page paints streets and names itself', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.context().route('**/workers/worker-*', (route) => route.abort());
  await page.goto(CITY);
  await expect.poll(() => measureCover(page)).toBeCloseTo(1, 2);
  await namesAreThere(page);
  expect(page.workers()).toEqual([]);
  expect(errors).toEqual([]);
});

test('Streets: phones, forced colours, reduced motion and right-to-left text all have streets, names and attribution', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto(CITY);
  await expect.poll(() => measureCover(page)).toBeCloseTo(1, 2);
  const credit = page.locator('.dp-credit').getByRole('link').first();
  await expect(credit).toBeVisible();
  expect((await credit.innerText()).trim()).toBe('© OpenStreetMap');
  const [scale, line] = await Promise.all([
    page.locator('.dp-scale').boundingBox(),
    page.locator('.dp-credit').boundingBox(),
  ]);
  expect(scale!.x + scale!.width, 'the scale bar beside it').toBeLessThanOrEqual(line!.x);

  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await expect.poll(async () => (await countLetters(page)).all).toBeGreaterThan(500);
  expect((await countLetters(page)).underPins).toBe(0);
  const count = await pictures(page).count();
  for (const way of ['Zoom in', 'Zoom out', 'Zoom in'])
    await page.getByRole('button', { name: way, exact: true }).click();
  await expect.poll(() => page.locator('.dp-streets > div').count(), 'pictures of one zoom').toBe(1);
  await expect.poll(() => measureCover(page)).toBeCloseTo(1, 2);
  expect(await pictures(page).count()).toBeLessThanOrEqual(count + 10);
  await expect(page.locator('.leaflet-base-pane > canvas')).toHaveCount(2);
});

test('Streets: tiles that can’t be loaded leave the others visible, and cause no flood of requests', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.context().route('**/14/8261/6050.mvt', (route) => route.fulfill({ status: 500 }));
  await page.goto('/?latitude=42.5085&longitude=1.5385&zoom=15');
  await expect.poll(() => pictures(page).count()).toBeGreaterThan(2);
  await still(page.locator('.dp-map'));
  expect(await measureCover(page)).toBeLessThan(0.95);

  await test.step('streets that are removed while they are shown', async () => {
    const requested = recordRequests(page);
    const answered = recordRequests(page, 'requestfinished');
    await page.context().route('**/streets/**', (route) => route.fulfill({ status: 404, body: 'nothing' }));
    const seen = await pictures(page).count();
    for (let way = 0; way < 3; way++) {
      await drag(page, -500, 0);
      await still(page.locator('.dp-map'), 10);
    }
    expect(seen).toBeGreaterThan(2);
    expect(requested.length).toBeGreaterThan(0);
    // Each tile on the way at most once, except those cancelled when they left the view; the manifest not at every move.
    expect(new Set(answered).size).toBe(answered.length);
    expect(requested.length).toBeLessThan(2 * new Set(requested).size);
    expect(requested.filter((path) => path.endsWith('manifest.json')).length).toBeLessThanOrEqual(1);
  });
  expect(errors).toEqual([]);
  await expect(page.locator('.dp-map')).toBeVisible();
});

test('Streets: without any, there is only one small request, and the base map has its borders', async ({
  page,
}) => {
  const requested = recordRequests(page);
  await page.context().route('**/streets/**', (route) => route.fulfill({ status: 204 }));
  await page.goto(CITY);
  await expect.poll(() => requested.length).toBe(1);
  await expect(page.getByRole('button', { name: 'Zoom out', exact: true })).toBeVisible();
  await zoomOut(page, 12);
  await expect.poll(() => countBorders(page)).toBeGreaterThan(100);
  await zoomOut(page, 8);
  expect(requested).toEqual(['/streets/manifest.json']);
  expect(page.workers()).toEqual([]);
});
