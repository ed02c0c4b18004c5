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

/** Paths of streets requested, the worker's included. @param event `requestfinished`: only those answered */
function recordRequests(page: Page, event: 'request' | 'requestfinished' = 'request'): string[] {
  const asked: string[] = [];
  page.context().on(event as 'request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/streets/')) asked.push(pathname);
  });
  return asked;
}

test('streets come after the pins, with whose they are', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript/.test(message.text())) errors.push(message.text());
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  const asked = recordRequests(page);
  let askedBeforePins = -1;
  await page.exposeFunction('pinsStand', () => (askedBeforePins = asked.length));
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('.dp-pin') === null) return;
      observer.disconnect();
      (window as unknown as { pinsStand: () => void }).pinsStand();
    }).observe(document, { childList: true, subtree: true });
  });
  await openCity(page);
  expect(askedBeforePins).toBe(0);
  const credit = page.locator('.dp-credit').getByRole('link', { name: '© OpenStreetMap contributors' });
  await expect(credit).toBeVisible();
  await expect(credit).toHaveAttribute('href', 'https://www.openstreetmap.org/copyright');
  await credit.focus();
  await expect(credit).toBeFocused();
  expect(errors).toEqual([]);
  // At low zoom there are no streets, and no credit for them.
  await page.goto('/?latitude=42.5085&longitude=1.525&zoom=9');
  await expect(page.locator('.dp-credit')).toBeVisible();
  await expect(credit).toHaveCount(0);
  await expect(pictures(page)).toHaveCount(0);
});

const namesAreThere = (page: Page) =>
  expect.poll(async () => (await countLetters(page)).all).toBeGreaterThan(2_000);

test('names stand beside pins, and none under one', async ({ page }) => {
  await openCity(page);
  await namesAreThere(page);
  expect((await countLetters(page)).underPins).toBe(0);
});

test('no name is under a button, the scale bar or the credits, wherever the map is', async ({ page }) => {
  await openCity(page);
  await expect(page.locator('.dp-scale')).toBeVisible();
  const map = (await page.locator('.dp-map').boundingBox())!;
  for (let drag = 0; drag < 4; drag++) {
    await namesAreThere(page);
    await still(page.locator('.dp-map'));
    await expect.poll(async () => (await countLetters(page)).underControls, `after ${drag} drags`).toBe(0);
    await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2);
    await page.mouse.down();
    await page.mouse.move(map.x + map.width / 2 - 90, map.y + map.height / 2 - 70, { steps: 5 });
    await page.mouse.up();
  }
});

test('streets fade out towards the edge of their area', async ({ page, request }) => {
  const { areas } = (await (await request.get('/streets/manifest.json')).json()) as {
    areas: { bounds: number[] }[];
  };
  await page.goto(`/?latitude=${areas[0]!.bounds[3]}&longitude=1.525&zoom=13`);
  await expect.poll(() => pictures(page).count()).toBeGreaterThan(3);
  await still(page.locator('.dp-map'));
  /** Opacity of the streets in the middle of the map, at distances below its middle. */
  const opacities = await page.evaluate(
    (distances) => {
      const map = document.querySelector('.dp-map')!.getBoundingClientRect();
      const [x, y] = [map.x + map.width / 2, map.y + map.height / 2];
      const context = new OffscreenCanvas(1, 100).getContext('2d')!;
      for (const picture of document.querySelectorAll<HTMLCanvasElement>('.dp-streets canvas')) {
        const { left, top, width, height } = picture.getBoundingClientRect();
        context.drawImage(picture, left - x, top - y + 20, width, height);
      }
      return distances.map((distance) => context.getImageData(0, 20 + distance, 1, 1).data[3]!);
    },
    [-8, 8, 16, 24, 48],
  );
  expect(opacities[0]).toBe(0);
  expect(opacities.at(-1)).toBe(255);
  expect(opacities).toEqual(opacities.toSorted((a, b) => a - b));
  expect(new Set(opacities).size).toBe(opacities.length);
});

test('beside streets, which have exact borders, the base map has none of its own', async ({ page }) => {
  /** Pixels of the colour of borders on the canvas of land. */
  const countBorders = () =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-base-pane > canvas:first-of-type');
      if (canvas === null || canvas.width === 0) return -1;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const isNear = (at: number, value: number) => Math.abs(data[at]! - value) < 12;
      return data.filter((red, at) => at % 4 === 0 && Math.abs(red - 0xc3) < 12 && isNear(at + 1, 0xb9))
        .length;
    });
  const view = '/?latitude=42.5075&longitude=1.5218&zoom=12';
  await page.context().route('**/streets/**', (route) => route.fulfill({ status: 204 }));
  await page.goto(view);
  await expect.poll(countBorders).toBeGreaterThan(100);
  await page.context().unroute('**/streets/**');
  await page.goto(view);
  await expect.poll(() => pictures(page).count()).toBeGreaterThan(3);
  await still(page.locator('.dp-map'));
  expect(await countBorders()).toBe(0);
});

test('names of streets don’t wait for the map of the world', async ({ page }) => {
  // Requested, and never answered.
  await page.context().route('**/basemap/**', () => {});
  await openCity(page);
  await namesAreThere(page);
});

test('what draws streets is asked for before them, the land after they came, or where they take too long', async ({
  page,
}) => {
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(new URL(request.url()).pathname));
  const firstOf = (pattern: RegExp) => asked.findIndex((path) => pattern.test(path));
  const letCome = await holdBack(page.context(), /\/streets\/.*\.mvt$/);
  await page.goto(CITY);
  // The tiles are held back: the land is requested once the wait for them ends.
  await expect.poll(() => firstOf(/^\/basemap\//)).toBeGreaterThan(0);
  expect(firstOf(/\/streets\.[^/]*\.css$/)).toBeLessThan(firstOf(/^\/streets\/.*mvt$/));
  expect(await pictures(page).count()).toBe(0);
  letCome();
  await expect.poll(() => pictures(page).count()).toBeGreaterThan(8);

  asked.length = 0;
  const came: string[] = [];
  page.context().on('requestfinished', (request) => came.push(new URL(request.url()).pathname));
  let cameBefore: string[] | undefined;
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/basemap/')) cameBefore ??= [...came];
  });
  await page.goto(CITY);
  await expect.poll(() => cameBefore).toBeDefined();
  expect(cameBefore!.filter((path) => /^\/streets\/.*mvt$/.test(path)).length).toBeGreaterThan(0);
});

test('while the map is dragged, names are asked for one view after the other, and seen', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { asked: 0, written: 0, underWay: 0, most: 0 };
    Object.assign(window, { seen });
    window.Worker = class extends Worker {
      constructor(...from: ConstructorParameters<typeof Worker>) {
        super(...from);
        this.addEventListener('message', ({ data }: MessageEvent<{ kind: string; isWritten: boolean }>) => {
          if (data.kind !== 'names') return;
          seen.underWay--;
          if (data.isWritten) seen.written++;
        });
      }
      override postMessage(order: { kind: string }, more: Transferable[] & StructuredSerializeOptions) {
        if (order.kind === 'names') {
          seen.asked++;
          seen.most = Math.max(seen.most, ++seen.underWay);
        }
        super.postMessage(order, more);
      }
    };
  });
  await openCity(page);
  await namesAreThere(page);
  const count = () =>
    page.evaluate(
      () => (window as unknown as { seen: Record<'asked' | 'written' | 'underWay' | 'most', number> }).seen,
    );
  await expect.poll(async () => (await count()).underWay).toBe(0);
  const before = await count();
  await page.evaluate(() => ((window as unknown as { seen: { most: number } }).seen.most = 0));
  const box = (await page.locator('.dp-map').boundingBox())!;
  await page.mouse.move(box.x + box.width - 20, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + box.height / 2, { steps: 60 });
  const after = await count();
  await page.mouse.up();
  expect(after.asked - before.asked).toBeGreaterThan(1);
  // One more for pins that were added meanwhile.
  expect(after.most).toBeLessThanOrEqual(2);
  expect(after.written - before.written).toBeGreaterThan((after.asked - before.asked) / 2);
});

test('names of streets have the colour that the theme gives them', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/?latitude=42.5085&longitude=1.525&zoom=18');
  await expect.poll(() => pictures(page).count()).toBeGreaterThan(8);
  /** Names are light in dark mode; their surroundings aren't. */
  const countLightPixels = () =>
    page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-base-pane > canvas:last-of-type')!;
      const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, at) => at % 4 === 0 && value > 120 && data[at + 3] === 255).length;
    });
  await expect.poll(countLightPixels).toBeGreaterThan(1_000);
});

test('streets change with the theme where they are', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(CITY);
  await expect.poll(() => measureCover(page)).toBeCloseTo(1, 2);
  const count = await pictures(page).count();
  await expect.poll(() => measureLight(page)).toBeGreaterThan(200);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => measureLight(page)).toBeLessThan(90);
  expect(await pictures(page).count()).toBe(count);
});

for (const [lack, spoil] of [
  [
    'no canvas for workers',
    (page: Page) => page.addInitScript(() => Reflect.deleteProperty(window, 'OffscreenCanvas')),
  ],
  [
    'no canvas that a worker shows',
    (page: Page) =>
      page.addInitScript(() =>
        Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen'),
      ),
  ],
  [
    'a worker that can’t be had',
    (page: Page) => page.context().route('**/workers/worker-*', (route) => route.abort()),
  ],
] as const) {
  test(`with ${lack} the page paints them itself`, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await spoil(page);
    await page.goto(CITY);
    await expect.poll(() => measureCover(page)).toBeCloseTo(1, 2);
    // Names are drawn too, on a canvas in the page's own thread.
    await namesAreThere(page);
    expect(page.workers()).toEqual([]);
    expect(errors).toEqual([]);
  });
}

test('from right to left and without motion streets and names are as ever, and zooms leave nothing behind', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(CITY);
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await expect.poll(() => measureCover(page)).toBeCloseTo(1, 2);
  await namesAreThere(page);
  expect((await countLetters(page)).underPins).toBe(0);
  const count = await pictures(page).count();
  for (const zoom of ['Zoom in', 'Zoom out', 'Zoom in'])
    await page.getByRole('button', { name: zoom, exact: true }).click();
  await expect.poll(() => page.locator('.dp-streets > div').count()).toBe(1);
  await expect.poll(() => measureCover(page)).toBeCloseTo(1, 2);
  expect(await pictures(page).count()).toBeLessThanOrEqual(count + 10);
  await expect(page.locator('.leaflet-base-pane > canvas')).toHaveCount(2);
});

test('on a phone the credit is short, and in forced colours all is there', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(CITY);
  await expect.poll(() => pictures(page).count()).toBeGreaterThan(2);
  const credit = page.locator('.dp-credit').getByRole('link').first();
  await expect(credit).toBeVisible();
  expect((await credit.innerText()).trim()).toBe('© OpenStreetMap');
  const [scale, line] = await Promise.all([
    page.locator('.dp-scale').boundingBox(),
    page.locator('.dp-credit').boundingBox(),
  ]);
  expect(scale!.x + scale!.width, 'the scale bar beside it').toBeLessThanOrEqual(line!.x);
});

test('a tile that can’t be had leaves the map of the world there, and the others to be seen', async ({
  page,
}) => {
  const view = '/?latitude=42.5085&longitude=1.5385&zoom=15';
  await page.goto(view);
  await expect.poll(() => pictures(page).count()).toBeGreaterThan(10);
  await still(page.locator('.dp-map'));
  const whole = await pictures(page).count();
  await page.context().route('**/14/8261/6050.mvt', (route) => route.fulfill({ status: 500 }));
  await page.goto(view);
  await expect.poll(() => pictures(page).count()).toBeGreaterThan(2);
  await still(page.locator('.dp-map'));
  expect(await pictures(page).count()).toBeLessThan(whole);
});

test('without streets one small question is all there is of them', async ({ page }) => {
  const asked = recordRequests(page);
  await page.context().route('**/streets/**', (route) => route.fulfill({ status: 204 }));
  await page.goto(CITY);
  await expect.poll(() => asked.length).toBe(1);
  for (let move = 0; move < 5; move++) {
    await page.getByRole('button', { name: 'Zoom out', exact: true }).click();
    await still(page.locator('.dp-map'));
  }
  expect(asked).toEqual(['/streets/manifest.json']);
  expect(page.workers()).toEqual([]);
});

test('streets that are taken away while somebody looks leave what is seen, and cause no storm of requests', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await openCity(page);
  const asked = recordRequests(page);
  const answered = recordRequests(page, 'requestfinished');
  await page.context().route('**/streets/**', (route) => route.fulfill({ status: 404, body: 'nothing' }));
  const map = (await page.locator('.dp-map').boundingBox())!;
  for (let drag = 0; drag < 6; drag++) {
    await page.mouse.move(map.x + map.width - 80, map.y + 300);
    await page.mouse.down();
    await page.mouse.move(map.x + 80, map.y + 300, { steps: 12 });
    await page.mouse.up();
    await still(page.locator('.dp-map'), 10);
  }
  expect(asked.length).toBeGreaterThan(0);
  // Each tile on the way at most once, except those cancelled when they left the view; the manifest not at every move.
  expect(new Set(answered).size).toBe(answered.length);
  expect(asked.length).toBeLessThan(2 * new Set(asked).size);
  expect(asked.filter((path) => path.endsWith('manifest.json')).length).toBeLessThanOrEqual(1);
  expect(errors).toEqual([]);
  await expect(page.locator('.dp-map')).toBeVisible();
});
