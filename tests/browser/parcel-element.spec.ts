import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import type { DroppointParcel } from '../../packages/elements/parcel/parcel.ts';
import { snippet } from '../guide-snippets.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { findBarriers } from './find-barriers.ts';
import { listOverflows } from './list-overflows.ts';
import { advance, ship, stopClock } from './parcel-lives.ts';
import {
  documentOf,
  element,
  frameOf,
  link,
  measureFrame,
  openOrder,
  parcel,
  recordStates,
  state,
  test,
} from './parcel-shop.ts';

/** `<droppoint-parcel>` in a shop's page of an order, on another site. */
onPublishedNetwork();
test.beforeAll(({ droppoint }) => stopClock(droppoint));

const UNKNOWN = '690000000000199999999999';
const WARNING = /droppoint-parcel: no answer/;

// Proves: embedding/parcel-element.
test('Parcel element: the guide’s snippet shows a parcel and updates the headline under the guide’s policy; the number is in no other address, referrer or log', async ({
  page,
  shop,
  origin,
  ready: number,
  droppoint,
}) => {
  const requested: { url: string; referer: string | undefined }[] = [];
  page.on('request', (request) =>
    requested.push({ url: request.url(), referer: request.headers()['referer'] }),
  );
  const html = snippet('html', '<droppoint-parcel')
    .replaceAll('https://points.example', origin)
    .replaceAll('690000000000100000000001', number);
  const policy = snippet('', 'Content-Security-Policy')
    .replaceAll('https://points.example', origin)
    .replace('Content-Security-Policy: ', '')
    .trim();
  // Registered early, as in the page: the frame may report the parcel before the test goes on.
  await page.addInitScript(snippet('js', "'droppoint-parcel-state'"));
  await shop.open(page, {
    body: '',
    policy,
    markup: `<!doctype html><html lang="en"><head><title>Order</title></head><body><h1 id="headline">Your order</h1>${html}</body></html>`,
  });
  await expect(page.getByRole('heading', { name: 'Your parcel is ready.' })).toBeVisible();
  await expect(state(page)).toHaveText(/^Ready to collect: /);
  await expect(frameOf(page).locator('.dp-pin')).toHaveCount(1);
  const withNumber = requested.map(({ url }) => new URL(url)).filter(({ href }) => href.includes(number));
  expect(withNumber.map(({ pathname }) => pathname)).toEqual(['/api/parcels']);
  expect(requested.some(({ url }) => new URL(url).pathname === '/parcel')).toBe(true);
  expect(requested.filter(({ referer }) => referer?.includes(number))).toEqual([]);
  expect(droppoint.readFunctionLog()).not.toContain(number);
});

// Proves: accessibility/parcel.
test('Parcel element: the frame is as high as its content in each look of the page, and accessible', async ({
  page,
  shop,
  origin,
  ready: number,
}) => {
  await openOrder(page, shop, { origin, body: parcel(origin, number) });
  await expect(frameOf(page).locator('.dp-pin')).toHaveCount(1);
  const height = async () => (await measureFrame(page)).frame;
  const showsAll = () => expect.poll(async () => (await measureFrame(page)).hidden).toBe(0);
  const cutsNothingOff = async () => {
    await showsAll();
    for (const document of [page, documentOf(page) as unknown as Page])
      expect(await listOverflows(document)).toEqual([]);
  };
  const folded = await height();
  await frameOf(page).getByText('History of the parcel').click();
  await expect.poll(height).toBeGreaterThan(folded + 100);
  await showsAll();
  await frameOf(page).getByText('History of the parcel').click();
  await expect.poll(height).toBe(folded);

  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(height).toBeGreaterThan(folded);
  await cutsNothingOff();
  expect(await findBarriers(documentOf(page)), 'narrow').toEqual([]);
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await cutsNothingOff();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const document of page.frames())
    await document.evaluate(() => {
      window.document.documentElement.style.fontSize = '32px';
      window.document.documentElement.style.colorScheme = 'light dark';
    });
  await expect(frameOf(page).getByRole('main')).toHaveCSS('background-color', 'rgb(23, 34, 41)');
  await cutsNothingOff();
  expect(await findBarriers(documentOf(page)), 'dark, with large text').toEqual([]);

  // A parcel with little information takes little space.
  const whole = await height();
  await element(page).evaluate((each, number) => each.setAttribute('number', number), UNKNOWN);
  await expect(state(page)).toHaveText('The carrier doesn’t recognise this number.');
  await expect.poll(height).toBeLessThan(whole * 0.75);
});

test('Parcel element: two elements show their own parcels, in the page’s language and colours or their own, also after changes and moves', async ({
  page,
  shop,
  origin,
  number,
}) => {
  const readStates = await recordStates(page);
  const body = parcel(origin, number) + parcel(origin, UNKNOWN, 'language="de-AT"');
  await openOrder(page, shop, { origin, body, html: 'lang="pl" style="color-scheme: light"' });
  const html = (at: number) => frameOf(page, at).locator('html');
  await expect(html(0)).toHaveAttribute('lang', 'pl');
  await expect(html(1)).toHaveAttribute('lang', 'de');
  for (const at of [0, 1]) await expect(state(page, at)).toHaveCount(1);
  const received = (await readStates()).map(({ number, status, state }) => [number, status, state]);
  expect(received.sort()).toEqual([
    [number, 'found', 'registered'],
    [UNKNOWN, 'unknown', null],
  ]);

  const main = frameOf(page).getByRole('main');
  await documentOf(page).evaluate(() => (window.sameDocument = true));
  const look = {
    '--droppoint-color-primary': '#9a4a2b',
    '--droppoint-color-surface': '#fff8f0',
    '--droppoint-font-family': 'url(//evil.example)',
  };
  await element(page).evaluate((each, look) => {
    for (const [name, value] of Object.entries(look)) each.style.setProperty(name, value);
  }, look);
  await expect(html(0)).toHaveCSS('--dp-primary', '#9a4a2b');
  await expect(main).toHaveCSS('background-color', 'rgb(255, 248, 240)');
  await expect(html(0)).toHaveCSS('--dp-font', /^system-ui/);
  await element(page).evaluate((each) => each.removeAttribute('style'));
  await expect(html(0)).toHaveCSS('--dp-primary', '#0d5c70');
  // The shop's page has a switch for it.
  await page.evaluate(() => (document.documentElement.style.colorScheme = 'dark'));
  await expect(html(0)).toHaveAttribute('data-theme', 'dark');
  await element(page, 1).evaluate((each: DroppointParcel) => {
    each.language = 'fr';
    each.theme = 'light';
  });
  await expect(html(1)).toHaveAttribute('lang', 'fr');
  expect(await documentOf(page).evaluate(() => window.sameDocument)).toBe(true);

  await page.evaluate(() => {
    const each = document.querySelector('droppoint-parcel')!;
    Object.assign(window, { each });
    each.remove();
  });
  await expect.poll(() => page.frames().length).toBe(2);
  await page.evaluate(() => document.querySelector('main')!.append((window as never as { each: Node }).each));
  await expect(state(page, 1)).toHaveCount(1);
});

// Proves: accessibility/parcel.
test('Parcel element: Tab moves the focus through the frame, and on', async ({
  page,
  shop,
  origin,
  droppoint,
}) => {
  const number = await ship(droppoint, 'Lost');
  await advance(droppoint, 75);
  const body = `${parcel(origin, number)}<button>Help</button>`;
  await openOrder(page, shop, { origin, body });
  await expect(state(page)).toHaveText('There is a problem with the parcel.');
  const history = frameOf(page).locator('summary', { hasText: 'History of the parcel' });
  for (let at = 0; at < 4; at++) {
    await page.keyboard.press('Tab');
    if (await history.evaluate((summary) => summary === document.activeElement)) break;
  }
  await page.keyboard.press('Enter');
  await expect(frameOf(page).getByText('Registered by the sender')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused();
});

test('Parcel element: without scripts or a frame there is the link, and a new connection causes a retry', async ({
  browser,
  page,
  shop,
  origin,
  number,
}) => {
  const scriptless = await browser.newContext({ javaScriptEnabled: false });
  const plain = await scriptless.newPage();
  await openOrder(plain, shop, { origin, body: parcel(origin, number) });
  await expect(link(plain)).toHaveAttribute('href', `${origin}/parcel#${number}`);
  await scriptless.close();

  await page.clock.install();
  const warned = page.waitForEvent('console', (message) => WARNING.test(message.text()));
  await page.route('**/parcel', (route) => route.abort());
  await openOrder(page, shop, { origin, body: parcel(origin, number) });
  await expect(element(page).locator('iframe')).toHaveCount(1);
  await expect(link(page)).toBeVisible();
  await page.clock.runFor(21_000);
  await warned;
  await expect(element(page).locator('iframe')).toHaveCount(0);
  await expect(link(page)).toBeVisible();
  expect(await element(page).evaluate((each) => each.matches(':state(failed)'))).toBe(true);
  await page.unroute('**/parcel');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.clock.runFor(1_000);
  await expect(state(page)).toHaveCount(1);
  await expect(link(page)).toBeHidden();
});

test('Parcel element: only pages on the operator’s list can show a parcel, or receive its state from a frame', async ({
  page,
  shop,
  origin,
  number,
}) => {
  await page.clock.install();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const readStates = await recordStates(page);
  await openOrder(page, shop, { origin, body: parcel(origin, number) }, shop.strangeOrigin);
  await expect(element(page).locator('iframe')).toHaveCount(1);
  await expect.poll(() => requested.some((url) => new URL(url).pathname === '/parcel')).toBe(true);
  await page.clock.runFor(21_000);
  await expect(link(page)).toBeVisible();
  await expect(element(page).locator('iframe')).toHaveCount(0);
  expect(requested.filter((url) => url.includes('/api/'))).toEqual([]);
  expect(await readStates()).toEqual([]);

  await page.clock.resume();
  await page.addInitScript(() => {
    const messages: unknown[] = [];
    Object.assign(window, { messages });
    addEventListener('message', ({ data }) => messages.push((data as { type: string }).type));
  });
  /** Types of the messages so far from the frame. */
  const received = () => page.evaluate(() => (window as unknown as { messages: string[] }).messages);
  /** Opens a page with a frame whose address claims that it is in a page of this origin. */
  const openFrame = async (claimed: string) => {
    const fragment = new URLSearchParams({ origin: claimed, number });
    await shop.open(page, {
      body: '',
      markup: `<!doctype html><title>Another</title><iframe src="${origin}/parcel#${fragment}"></iframe>`,
      policy: `frame-src ${origin}`,
    });
    // The map is drawn after the parcel; by then a shop has received both.
    await expect(page.frameLocator('iframe').locator('.dp-pin')).toHaveCount(1);
  };
  await openFrame(shop.origin);
  await expect.poll(received).toEqual(expect.arrayContaining(['size', 'parcel']));
  for (const claimed of [shop.strangeOrigin, '*']) {
    await openFrame(claimed);
    expect(await received(), claimed).toEqual([]);
  }
});

test(
  'Parcel element: the script is smaller than 2 KB compressed, open to all shops, has the published hash, and is cached according to its name',
  { tag: '@workerd' },
  async ({ request }) => {
    const { parcel: pinned } = (await (await request.get('/v1/integrity.json')).json()) as {
      parcel: { file: string; integrity: string };
    };
    const [floating, versioned] = [
      await request.get('/v1/droppoint-parcel.js'),
      await request.get(`/v1/${pinned.file}`),
    ];
    expect(pinned.file).toMatch(/^droppoint-parcel-\d+\.\d+\.\d+-[0-9a-f]{8}\.js$/);
    const hash = createHash('sha384').update(await versioned.body());
    expect(pinned.integrity).toBe(`sha384-${hash.digest('base64')}`);
    expect(await floating.text()).toBe(await versioned.text());
    expect(floating.headers()['cache-control']).toBe('public, max-age=300, stale-while-revalidate=86400');
    expect(versioned.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const answer of [floating, versioned])
      expect(answer.headers()).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
    const bytes = brotliCompressSync(await floating.text()).length;
    console.log(`droppoint-parcel.js: ${(await floating.body()).length} bytes, ${bytes} with brotli`);
    expect(bytes).toBeLessThan(2_000);
    expect(await floating.text()).not.toMatch(/\bimport\s*[({"'`*]/);
    const page = await request.get('/parcel');
    expect(page.headers()['content-security-policy']).toMatch(/^frame-ancestors 'self' http:\/\/127/);
  },
);
