import { expect, type Page } from '@playwright/test';
import { still } from './come-to-rest.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { frameOf, test, type Shop } from './widget-shop.ts';

onPublishedNetwork();
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const WARSAW = 'latitude="52.2297" longitude="21.0122" zoom="13" view="map"';
const HINT = '.dp-gesture-hint.dp-shown';

/** A long page with a picker in its middle, which fills a phone's screen. */
async function openInline(page: Page, shop: Shop) {
  const body = `<p>Above</p><div id="before"></div>
    <droppoint-picker id="picker" name="point" mode="inline" ${WARSAW}></droppoint-picker><div id="after"></div>`;
  const style = '#before, #after { height: 600px } #picker { height: 700px }';
  const policy = `default-src * 'unsafe-inline'`;
  await shop.open(page, { body: `<style>${style}</style>${body}`, policy });
  // The gesture code loads with the zoom buttons.
  await expect(frameOf(page).locator('.dp-gesture-hint')).toBeAttached();
  await waitForPins(page);
  await scrollTo(page, 500);
}

const scrollTo = (page: Page, top: number) =>
  page.evaluate((top) => {
    window.scrollTo({ top, behavior: 'instant' });
    return scrollY;
  }, top);

const scrolled = (page: Page) => page.evaluate(() => scrollY);
/** Waits until all pins are drawn, and the map doesn't move. */
async function waitForPins(page: Page): Promise<void> {
  await expect(frameOf(page).locator('.dp-pin').first()).toBeVisible();
  await still(frameOf(page).locator('.leaflet-map-pane'));
}

/** Positions of the pins on the map; they change with the view. */
const pins = (page: Page) =>
  frameOf(page)
    .locator('.dp-pin')
    .evaluateAll((all) => all.map((pin) => JSON.stringify(pin.getBoundingClientRect())).join());

type Touch = [x: number, y: number];

/** Moves fingers from one place to another, as touch events. */
async function swipe(page: Page, ...fingers: [from: Touch, to: Touch][]) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const at = (part: number) =>
    fingers.map(([[x, y], [toX, toY]], id) => ({ x: x + (toX - x) * part, y: y + (toY - y) * part, id }));
  await send('touchStart', at(0));
  for (let step = 1; step <= 10; step++) await send('touchMove', at(step / 10));
  await send('touchEnd', []);
}

// Proves: accessibility/scrolling, accessibility/tap.
test('Gestures: on a page, one finger scrolls the page with a hint, two fingers move the map, and a tap opens; in a dialog, one finger moves the map', async ({
  page,
  shop,
}) => {
  await openInline(page, shop);
  const hint = frameOf(page).locator(HINT);
  const [before, view] = [await scrolled(page), await pins(page)];
  await swipe(page, [
    [195, 500],
    [195, 300],
  ]);
  await expect(hint).toHaveText('Use two fingers to move the map');
  await expect.poll(() => scrolled(page)).toBeGreaterThan(before + 100);
  expect(await pins(page), 'the view after one finger').toBe(view);
  await expect(hint).toBeHidden();

  const rest = await scrollTo(page, 500);
  await swipe(page, [[150, 500] as Touch, [150, 350] as Touch], [[250, 500] as Touch, [250, 350] as Touch]);
  await expect.poll(() => pins(page)).not.toBe(view);
  expect(await scrolled(page), 'the page after two fingers').toBe(rest);
  await expect(hint).toHaveCount(0);

  // While the map glides on, a tap only stops it.
  await waitForPins(page);
  const moved = await pins(page);
  await frameOf(page).locator('.dp-pin').first().tap();
  await expect
    .poll(async () => (await pins(page)) !== moved || (await frameOf(page).locator('.card').count()) > 0)
    .toBe(true);

  await shop.open(page, { body: `<droppoint-picker id="picker" name="point" ${WARSAW}></droppoint-picker>` });
  await page.locator('#picker').getByRole('button').click();
  await expect(frameOf(page).locator('.dp-zoom')).toBeVisible();
  await waitForPins(page);
  const inDialog = await pins(page);
  await swipe(page, [
    [195, 500],
    [195, 300],
  ]);
  await expect.poll(() => pins(page)).not.toBe(inDialog);
  await expect(frameOf(page).locator('.dp-gesture-hint')).toHaveCount(0);
});

test.describe('gestures with a mouse', () => {
  test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false });

  // Proves: accessibility/scrolling.
  test('Gestures: on a page, the wheel scrolls the page, and with Ctrl it zooms the map', async ({
    page,
    shop,
  }) => {
    await openInline(page, shop);
    const [before, view] = [await scrolled(page), await pins(page)];
    await page.mouse.move(640, 400);
    await page.mouse.wheel(0, 150);
    await expect(frameOf(page).locator(HINT)).toHaveText('Hold Ctrl and scroll to zoom the map');
    await expect.poll(() => scrolled(page)).toBeGreaterThan(before);
    expect(await pins(page)).toBe(view);
    const then = await scrolled(page);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await expect.poll(() => pins(page)).not.toBe(view);
    expect(await scrolled(page)).toBe(then);
  });
});
