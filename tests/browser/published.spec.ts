import { expect, type Page } from '@playwright/test';
import { holdBack, still } from './come-to-rest.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { findId } from './find-id.ts';

/** A view with a few dozen points in a network of 3,000. */
const CITY = '/?latitude=52.2297&longitude=21.0122&zoom=9';

onPublishedNetwork();

test('Published network: on a first visit, pins need at most 102 KB and 30 requests, then search, list and land follow; the platform is never contacted', async ({
  page,
  droppoint,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const requestedAtMs = new Map<string, number>();
  const styleSheets = new Set<string>();
  const sizes = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, wallTime, type }) => {
    requestedAtMs.set(requestId, wallTime * 1000);
    if (type === 'Stylesheet') styleSheets.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  );
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('.dp-pin:not(.dp-pin-cluster)') === null) return;
      observer.disconnect();
      Object.assign(window, { pinsAtMs: performance.timeOrigin + performance.now() });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(CITY);
  await expect(page.locator('.dp-pin:not(.dp-pin-cluster)').first()).toBeVisible();
  const pinsAtMs = await page.evaluate(() => (window as unknown as { pinsAtMs: number }).pinsAtMs);
  await page.waitForLoadState('networkidle');
  await test.step('the requests that the pins need', () => {
    // Requests sent after the pins are shown aren't needed for them: the land below, the list beside.
    const before = [...sizes].filter(([id]) => (requestedAtMs.get(id) ?? 0) <= pinsAtMs);
    const bytes = before.reduce((sum, [, size]) => sum + size, 0);
    console.log(`first pins: ${bytes} bytes, ${before.length} requests`);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(102_000);
    expect(before.length).toBeLessThanOrEqual(30);
    // The page's styles are inline: nothing visible waits for another file.
    expect(before.filter(([id]) => styleSheets.has(id))).toEqual([]);
    expect(styleSheets.size, 'styles of what comes later').toBeGreaterThan(0);
  });
  await test.step('search and list load before the land, which would delay them on a slow link', () => {
    const land = requested.findIndex((path) => path.startsWith('/basemap/'));
    // One file has the code of everything beside the map, another its styles.
    const parts = requested.findIndex((path) => path.includes('/parts.'));
    expect(parts).toBeGreaterThan(0);
    expect(parts).toBeLessThan(land);
  });
  const main = page.getByRole('main');
  await test.step('the number of points is announced to assistive technology', () =>
    expect(page.getByRole('status').filter({ hasText: /^2,9\d\d points on the map\.$/ })).toBeAttached());
  await test.step('dragging changes only the pins that appear and disappear, not every pin at every step', async () => {
    await still(main);
    const pins = await page.locator('.dp-pin').count();
    await page.evaluate(() => {
      const written = { count: 0 };
      Object.assign(window, { written });
      new MutationObserver((records) => (written.count += records.length)).observe(
        document.querySelector('.leaflet-points-pane')!,
        { subtree: true, childList: true, attributes: true, characterData: true },
      );
    });
    await page.mouse.move(800, 400);
    await page.mouse.down();
    for (let step = 0; step < 40; step++) await page.mouse.move(800 - (step % 20) * 2, 400);
    await page.mouse.up();
    await still(page.locator('.dp-map'));
    const { count } = await page.evaluate(
      () => (window as unknown as { written: { count: number } }).written,
    );
    console.log(`dragging: ${count} changes, ${pins} pins`);
    // A new pin makes a handful of changes; redrawing all pins at each step would make thousands.
    expect(count).toBeLessThan(3 * pins);
  });
  await test.step('a point opens from its chunk, and stays marked as chosen on the map of the whole network', async () => {
    await main.getByRole('list').getByRole('button').first().click();
    await main.getByRole('button', { name: 'Choose this point' }).click();
    await expect(main.getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
    await page.mouse.move(800, 400);
    for (const _ of ['14 to 10', '10 to 6']) {
      await still(page.locator('.dp-map'));
      await page.mouse.wheel(0, 5_000);
    }
    await still(page.locator('.dp-map'));
    await expect(main.locator('.dp-pin[data-chosen]')).toHaveCount(1);
    // As many elements as a screen of buttons.
    expect(await page.locator('.dp-pin').count()).toBeLessThan(200);
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1_300);
  });
  // A point's picture is the platform's own; its list and its token host aren't requested.
  expect(await droppoint.countPlatformRequests('/location')).toBe(0);
  expect(await droppoint.countPlatformRequests('/oauth2')).toBe(0);
});

test('Published network: points are dots before the app has loaded, and a pressed dot is opened as a pin afterwards', async ({
  page,
}) => {
  const letCome = await holdBack(page, /entry\/app/);
  const requested: string[] = [];
  page.on('request', (request) => {
    const [block] = /blocks\/\d+/.exec(request.url()) ?? [];
    if (block !== undefined) requested.push(block);
  });
  await page.goto('/?latitude=52.2297&longitude=21.0122&zoom=12', { waitUntil: 'commit' });
  await expect(page.locator('#first-pins > i').first()).toBeVisible();
  expect(await page.locator('.dp-pin').count()).toBe(0);
  const at = await findDotAlone(page);
  const early = new Set(requested);
  expect(early.size).toBeGreaterThan(0);
  await page.mouse.click(at.x, at.y);
  await expect(page.locator('#first-pins > i.pressed')).toHaveCount(1);
  letCome();
  const pin = page.locator('.dp-pin[data-selected]');
  await expect(pin).toHaveCount(1);
  await expect(page.locator('#first-pins')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Choose this point/ })).toBeVisible();
  // The pin's tip is where the dot was.
  const { x, y, width, height } = (await pin.boundingBox())!;
  expect(Math.hypot(x + width / 2 - at.x, y + height - at.y)).toBeLessThan(30);
  // The pins are made from the same bytes as the dots.
  expect(requested.length).toBe(early.size);
  expect(new Set(requested)).toEqual(early);
});

/** The middle of the dot that is farthest from the others and from the map's edges; a pin among others would be a cluster. */
async function findDotAlone(page: Page): Promise<{ x: number; y: number }> {
  return page.locator('#first-pins').evaluate((map) => {
    const area = map.getBoundingClientRect();
    const places = [...map.children].map((dot) => {
      const { x, y, width } = dot.getBoundingClientRect();
      return { x: x + width / 2, y: y + width / 2 };
    });
    const spaces = places.map(({ x, y }) =>
      Math.min(
        ...[x - area.left, area.right - x, y - area.top, area.bottom - y],
        ...places.map((other) => Math.hypot(other.x - x, other.y - y) || Infinity),
      ),
    );
    return places[spaces.indexOf(Math.max(...spaces))]!;
  });
}

// Proves: accessibility/closed.
test('Published network: an address leads to one point; a point that is gone is reported, with the nearest alternatives', async ({
  page,
  droppoint,
}) => {
  const main = page.getByRole('main');
  const id = await findId(droppoint.origin);
  await page.goto(`/?point=${id}`);
  await expect(main.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
  await expect(main).toContainText(id);

  await page.goto(`${CITY}&point=PL_GONE`);
  const gone = main.getByRole('region', { name: 'PL_GONE is no longer in the network' });
  await expect(gone.getByRole('listitem')).toHaveCount(5);
  await test.step('in right-to-left text, arrows that lead onward are mirrored, other icons aren’t', async () => {
    await page.locator('html').evaluate((html) => html.setAttribute('dir', 'rtl'));
    await expect(gone.getByRole('listitem').first().locator('svg')).toHaveCSS('scale', '-1 1');
    const close = gone.getByRole('button', { name: 'Close', exact: true });
    await expect(close.locator('svg')).toHaveCSS('scale', 'none');
    await page.locator('html').evaluate((html) => html.removeAttribute('dir'));
  });
  await gone.getByRole('listitem').getByRole('button').first().click();
  await expect(main.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
  await main.getByRole('button', { name: 'Back to the list' }).click();
  await expect(gone).toBeVisible();
  await expect(gone).toContainText('Sorted by distance from the centre of the map');

  // The point's position is unknown, although many ids begin alike.
  await page.goto(`/?point=${id}0`);
  const unknown = main.getByRole('region', { name: `${id}0 is no longer in the network` });
  await expect(unknown).toContainText('Search for a place');
  await expect(unknown.getByRole('listitem')).toHaveCount(0);
});

test('Published network: a truncated block keeps its count on the map, is reported, and loads on a retry', async ({
  page,
}) => {
  // The pauses before another attempt pass ten times as fast.
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, milliseconds = 0) =>
      wait(run, milliseconds > 400 ? milliseconds / 10 : milliseconds)) as typeof setTimeout;
  });
  await page.route(/\/blocks\//, (route) => route.fulfill({ status: 200, body: 'x' }));
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main).toContainText('Part of the map couldn’t be loaded');
  await expect(main.locator('.dp-pin-cluster').first()).toBeVisible();
  await page.unroute(/\/blocks\//);
  const again = page.waitForResponse((answer) => answer.url().includes('/blocks/') && answer.ok());
  await main.getByRole('button', { name: 'Try again' }).click();
  await again;
  await expect(main).not.toContainText('couldn’t be loaded');
});
