import { expect, type BrowserContext, type Page } from '@playwright/test';
import { onPublishedNetwork, test } from './droppoint.ts';

onPublishedNetwork();

const CITY = '/?latitude=52.2297&longitude=21.0122&zoom=13';

interface Seen {
  /** The number of the frame, counted from the first, in which each was first visible. */
  pins: number | null;
  land: number | null;
}

/** A first visit, which fills the browser's cache. */
async function visitOnce(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto(CITY);
  await expect(page.locator('.dp-zoom')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.close();
}

async function watchFrames(page: Page) {
  await page.addInitScript(() => {
    const seen: Seen = { pins: null, land: null };
    Object.assign(window, { seen });
    let frame = 0;
    const look = () => {
      frame++;
      const pin = document.querySelector('#first-pins > i, .dp-pin');
      if (pin !== null && getComputedStyle(pin).visibility === 'visible') seen.pins ??= frame;
      const land = document.querySelector<HTMLCanvasElement>('.leaflet-base-pane canvas');
      if (seen.land === null && land !== null && land.width > 0) {
        const middle = land.getContext('2d')!.getImageData(land.width / 2, land.height / 2, 1, 1).data;
        if (middle[3]! > 0) seen.land = frame;
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const readSeen = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

test('Second visit: the land appears together with the pins, which don’t wait for land that can’t be loaded', async ({
  context,
  page,
}) => {
  await visitOnce(context);
  await watchFrames(page);
  await page.goto(CITY);
  await expect.poll(async () => (await readSeen(page)).pins).not.toBeNull();
  await expect.poll(async () => (await readSeen(page)).land).not.toBeNull();
  const { pins, land } = await readSeen(page);
  expect(land! - pins!, 'frames').toBeLessThanOrEqual(1);

  // Playwright's own routes would switch the browser's cache off.
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: ['*/basemap/*'] });
  await page.goto(CITY);
  await expect(page.locator('.dp-pin').first()).toBeVisible();
  expect(await page.evaluate(() => 'droppointIsWarm' in window && window.droppointIsWarm)).toBe(true);
  expect((await readSeen(page)).land).toBeNull();
});
