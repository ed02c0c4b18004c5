import { brotliCompressSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import type { DroppointParcel } from '../../packages/elements/parcel/parcel.ts';
import { snippet } from '../guide-snippets.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { enlargeText } from './enlarge-text.ts';
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
const WARNING = /droppoint-parcel: the frame didn’t answer/;

test('the frame is as high as what it shows, also when more is unfolded or the page is narrower', async ({
  page,
  shop,
  origin,
  ready: number,
}) => {
  await openOrder(page, shop, { origin, body: parcel(origin, number) });
  await expect(frameOf(page).locator('.dp-pin')).toHaveCount(1);
  const folded = (await measureFrame(page)).frame;
  await frameOf(page).getByText('History of the parcel').click();
  await expect.poll(async () => (await measureFrame(page)).frame).toBeGreaterThan(folded + 100);
  await expect.poll(async () => (await measureFrame(page)).hidden).toBe(0);
  await frameOf(page).getByText('History of the parcel').click();
  await expect.poll(async () => (await measureFrame(page)).frame).toBe(folded);
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(async () => (await measureFrame(page)).frame).toBeGreaterThan(folded);
  await expect.poll(async () => (await measureFrame(page)).hidden).toBe(0);
  // What little there is to tell takes little space.
  await element(page).evaluate((each, number) => each.setAttribute('number', number), UNKNOWN);
  await expect(state(page)).toHaveText('The carrier doesn’t know this number.');
  await expect.poll(async () => (await measureFrame(page)).frame).toBeLessThan(400);
});

test('a state that changes is told again, and nothing else', async ({ page, shop, origin, number }) => {
  await page.clock.install();
  const readStates = await recordStates(page);
  let changes = {};
  await page.route('**/api/parcels?*', async (route) => {
    const { parcels } = (await (await route.fetch()).json()) as { parcels: object[] };
    await route.fulfill({ json: { parcels: parcels.map((told) => ({ ...told, ...changes })) } });
  });
  const askedAgain = () =>
    Promise.all([
      page.waitForResponse((response) => response.url().includes('/api/parcels?')),
      page.clock.runFor(61_000),
    ]);
  await openOrder(page, shop, { origin, body: parcel(origin, number) });
  await page.clock.runFor(1_000);
  await expect(state(page)).toHaveText('The parcel has been announced.');
  changes = { checkedAt: '2026-07-01T12:00:00Z', leftOut: 1 };
  await askedAgain();
  changes = { state: 'on_its_way' };
  await askedAgain();
  await expect(state(page)).toHaveText('The parcel is on its way.');
  expect((await readStates()).map(({ state }) => state)).toEqual(['registered', 'on_its_way']);
});

test('several elements tell of their own parcels', async ({ page, shop, origin, number }) => {
  const readStates = await recordStates(page);
  await openOrder(page, shop, { origin, body: parcel(origin, number) + parcel(origin, UNKNOWN) });
  await expect(state(page)).toHaveText('The parcel has been announced.');
  await expect(state(page, 1)).toHaveText('The carrier doesn’t know this number.');
  const told = (await readStates()).map(({ number, status, state }) => [number, status, state]);
  expect(told.sort()).toEqual([
    [number, 'found', 'registered'],
    [UNKNOWN, 'unknown', null],
  ]);
});

test('it speaks the page’s language or its own, and is dark as the page is or as it says', async ({
  page,
  shop,
  origin,
  number,
}) => {
  const body = parcel(origin, number) + parcel(origin, number, 'language="de-AT" theme="dark"');
  await openOrder(page, shop, { origin, body, html: 'lang="pl" style="color-scheme: light"' });
  await expect(frameOf(page).locator('html')).toHaveAttribute('lang', 'pl');
  await expect(frameOf(page, 1).locator('html')).toHaveAttribute('lang', 'de');
  const surface = (at: number) =>
    frameOf(page, at)
      .locator('.panel')
      .evaluate((panel) => getComputedStyle(panel).backgroundColor);
  await expect(state(page, 1)).toHaveCount(1);
  expect(await surface(0)).toBe('rgb(255, 255, 255)');
  expect(await surface(1)).toBe('rgb(23, 34, 41)');
  // The shop's page has a switch for it.
  await page.evaluate(() => (document.documentElement.style.colorScheme = 'dark'));
  await expect.poll(() => surface(0)).toBe('rgb(23, 34, 41)');
  await element(page, 1).evaluate((each: DroppointParcel) => (each.language = 'fr'));
  await expect(frameOf(page, 1).locator('html')).toHaveAttribute('lang', 'fr');
  await expect(state(page, 1)).toHaveCount(1);
});

test('a shop’s colours are the frame’s too, also when they change, and what is none is left out', async ({
  page,
  shop,
  droppoint: { origin },
  droppoint,
}) => {
  const number = await ship(droppoint);
  const look =
    '--droppoint-color-primary: #9a4a2b; --droppoint-color-surface: #fff8f0; --droppoint-font-family: url(//evil.example)';
  await openOrder(page, shop, { origin, body: parcel(origin, number, `style="${look}"`) });
  await expect(state(page)).toHaveCount(1);
  const html = frameOf(page).locator('html');
  await expect(html).toHaveCSS('--dp-primary', '#9a4a2b');
  await expect(frameOf(page).getByRole('main')).toHaveCSS('background-color', 'rgb(255, 248, 240)');
  await expect(html).toHaveCSS('--dp-font', /^system-ui/);
  await documentOf(page).evaluate(() => (window.sameDocument = true));
  await page.addStyleTag({ content: '.night { --droppoint-radius: 3px }' });
  await page.evaluate(() => document.body.classList.add('night'));
  await expect(html).toHaveCSS('--dp-radius', '3px');
  await element(page).evaluate((each) => each.style.setProperty('--droppoint-color-surface', '#101418'));
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await element(page).evaluate((each) => each.removeAttribute('style'));
  await expect(html).toHaveCSS('--dp-primary', '#0d5c70');
  await expect(html).toHaveAttribute('data-theme', 'light');
  expect(await documentOf(page).evaluate(() => window.sameDocument)).toBe(true);
});

for (const [name, html, text, scheme, width] of [
  ['narrow', 'lang="en"', 16, 'light', 320],
  ['dark, with text of 200 %', 'lang="en" style="color-scheme: light dark"', 32, 'dark', 390],
  ['from right to left', 'lang="en" dir="rtl"', 16, 'light', 390],
] as const) {
  test(`a page that is ${name} has no barriers and cuts nothing off`, async ({
    page,
    shop,
    origin,
    ready: number,
  }) => {
    if (text > 16) await enlargeText(page, text);
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 844 });
    await openOrder(page, shop, { origin, body: parcel(origin, number), html });
    await expect(frameOf(page).locator('.dp-pin')).toHaveCount(1);
    await expect.poll(async () => (await measureFrame(page)).hidden).toBe(0);
    expect(await listOverflows(page)).toEqual([]);
    const frame = documentOf(page);
    expect(await listOverflows(frame as unknown as Page)).toEqual([]);
    expect(await findBarriers(frame)).toEqual([]);
  });
}

test('by keyboard the focus goes through the frame, and on', async ({ page, shop, origin, droppoint }) => {
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
  await expect(frameOf(page).getByText('Announced by the sender')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused();
});

test('without scripts, or without a frame, there is the link; with a connection it is tried again', async ({
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

test('taken away, moved and brought back, it shows its parcel, and leaves nothing behind', async ({
  page,
  shop,
  origin,
  number,
}) => {
  await openOrder(page, shop, { origin, body: parcel(origin, number) });
  await expect(state(page)).toHaveCount(1);
  await page.evaluate(() => {
    const each = document.querySelector('droppoint-parcel')!;
    Object.assign(window, { each });
    each.remove();
  });
  await expect.poll(() => page.frames().length).toBe(1);
  await page.evaluate(() => document.querySelector('main')!.append((window as never as { each: Node }).each));
  await expect(state(page)).toHaveText('The parcel has been announced.');
});

test('no page but those on the operator’s list shows it (case 187)', async ({
  page,
  shop,
  origin,
  number,
}) => {
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const readStates = await recordStates(page);
  await openOrder(page, shop, { origin, body: parcel(origin, number) }, shop.strangeOrigin);
  await expect(element(page).locator('iframe')).toHaveCount(1);
  await expect.poll(() => asked.some((url) => new URL(url).pathname === '/parcel')).toBe(true);
  await page.clock.runFor(21_000);
  await expect(link(page)).toBeVisible();
  await expect(element(page).locator('iframe')).toHaveCount(0);
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
  expect(await readStates()).toEqual([]);
});

test('the frame tells a parcel to the origin in its address alone (case 185)', async ({
  page,
  shop,
  origin,
  number,
}) => {
  const heard = async (claimed: string) => {
    const fragment = new URLSearchParams({ origin: claimed, number });
    await page.addInitScript(() => {
      const messages: unknown[] = [];
      Object.assign(window, { messages });
      addEventListener('message', ({ data }) => messages.push((data as { type: string }).type));
    });
    await shop.open(page, {
      body: '',
      markup: `<!doctype html><title>Another</title><iframe src="${origin}/parcel#${fragment}"></iframe>`,
      policy: `frame-src ${origin}`,
    });
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 2 })).toHaveCount(1);
    return page.evaluate(() => (window as unknown as { messages: string[] }).messages);
  };
  expect(await heard(shop.origin)).toEqual(expect.arrayContaining(['size', 'parcel']));
  for (const claimed of [shop.strangeOrigin, 'https://other.example', '*', 'null', ''])
    expect(await heard(claimed), claimed).toEqual([]);
});

test('the element hears its own frame alone (case 186)', async ({ page, shop, origin, number }) => {
  const readStates = await recordStates(page);
  await openOrder(page, shop, {
    origin,
    body: `${parcel(origin, number)}<iframe name="other" src="${origin}/parcel#${UNKNOWN}"></iframe>`,
  });
  await expect(state(page)).toHaveCount(1);
  const forged = { droppoint: 1, type: 'parcel', parcel: { number, status: 'found', state: 'delivered' } };
  const size = { droppoint: 1, type: 'size', height: 9_999, isSettled: true, title: 'forged' };
  // From the page itself, and from another frame of the right origin.
  await page.evaluate((messages) => messages.forEach((message) => postMessage(message, '*')), [forged, size]);
  await page
    .frame('other')!
    .evaluate((messages) => messages.forEach((message) => parent.postMessage(message, '*')), [forged, size]);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect((await readStates()).map(({ state }) => state)).toEqual(['registered']);
  await expect(element(page).locator('iframe')).toHaveAttribute('title', 'Where is my parcel?');
});

test('in a shop’s page too a number is in no address but the one that asks for it, and in no referrer (case 188)', async ({
  page,
  shop,
  origin,
  ready: number,
  droppoint,
}) => {
  const asked: { url: string; referer: string | undefined }[] = [];
  page.on('request', (request) => asked.push({ url: request.url(), referer: request.headers()['referer'] }));
  await openOrder(page, shop, { origin, body: parcel(origin, number) });
  await expect(frameOf(page).locator('.dp-pin')).toHaveCount(1);
  const withNumber = asked.map(({ url }) => new URL(url)).filter(({ href }) => href.includes(number));
  expect(withNumber.map(({ pathname }) => pathname)).toEqual(['/api/parcels']);
  expect(asked.some(({ url }) => new URL(url).pathname === '/parcel')).toBe(true);
  expect(asked.filter(({ referer }) => referer?.includes(number))).toEqual([]);
  expect(droppoint.readFunctionLog()).not.toContain(number);
});

test('text in place of a number is shown as such, asks for nothing and changes nothing else (case 189)', async ({
  page,
  shop,
  origin,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const hostile = 'x&amp;language=pl&amp;origin=https://evil.example#&lt;img src=x onerror=alert(1)&gt;';
  await openOrder(page, shop, { origin, body: parcel(origin, hostile) });
  await expect(state(page)).toHaveText(/number/i);
  await expect(frameOf(page).locator('.panel')).toContainText('<imgsrc=xonerror=alert(1)>');
  await expect(frameOf(page).locator('html')).toHaveAttribute('lang', 'en');
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
});

test('the guide’s lines for an order’s page show a parcel and change the headline, under the guide’s policy', async ({
  page,
  shop,
  origin,
  ready: number,
}) => {
  const html = snippet('html', '<droppoint-parcel')
    .replaceAll('https://points.example', origin)
    .replaceAll('690000000000100000000001', number);
  const policy = snippet('', 'Content-Security-Policy')
    .replaceAll('https://points.example', origin)
    .replace('Content-Security-Policy: ', '')
    .trim();
  // At once, as in the page: the frame may tell the parcel before the test goes on.
  await page.addInitScript(snippet('js', "'droppoint-parcel-state'"));
  await shop.open(page, {
    body: '',
    policy,
    markup: `<!doctype html><html lang="en"><head><title>Order</title></head><body><h1 id="headline">Your order</h1>${html}</body></html>`,
  });
  await expect(page.getByRole('heading', { name: 'Your parcel is ready.' })).toBeVisible();
  await expect(state(page)).toHaveText(/^Ready to collect: /);
});

test('a script whose hash the page knows is run', async ({ page, shop, origin, number }) => {
  const { parcel: pinned } = (await (await page.request.get('/v1/integrity.json')).json()) as {
    parcel: { file: string; integrity: string };
  };
  expect(pinned.file).toMatch(/^droppoint-parcel-\d+\.\d+\.\d+-[0-9a-f]{8}\.js$/);
  await openOrder(page, shop, {
    origin,
    body: parcel(origin, number),
    script: `integrity="${pinned.integrity}"`,
  });
  await expect(state(page)).toHaveCount(1);
});

test(
  'its script is less than 2 KB on its way, is for all shops, and is cached as its name says',
  { tag: '@workerd' },
  async ({ request }) => {
    const { parcel: pinned } = (await (await request.get('/v1/integrity.json')).json()) as {
      parcel: { file: string };
    };
    const [floating, versioned] = [
      await request.get('/v1/droppoint-parcel.js'),
      await request.get(`/v1/${pinned.file}`),
    ];
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
