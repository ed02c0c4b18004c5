import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork } from './droppoint.ts';
import { frameOf, onPicker, picker, readForm, recordEvents, test } from './widget-shop.ts';

/** Notes the page's last message: all earlier messages of the same sender have arrived before it. */
const noteMessages = (page: Page): Promise<void> =>
  page.evaluate(() =>
    addEventListener(
      'message',
      ({ data, source }) => void Object.assign(window, { lastMessage: data as unknown, lastSource: source }),
    ),
  );
const hasHeard = (page: Page, message: string) =>
  page.waitForFunction((wanted) => 'lastMessage' in window && window.lastMessage === wanted, message);

onPublishedNetwork();

test('the shop’s page listens to no window but its frame, and to no shape but the protocol’s (case 80)', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` });
  await expect(frameOf(page).locator('.dp-pin').first()).toBeVisible();
  const before = (await readEvents()).length;
  await noteMessages(page);
  await page.evaluate(() => {
    const point = { id: 'PL_EVIL', coordinates: { latitude: 1, longitude: 1 } };
    for (const message of [
      { droppoint: 1, type: 'hello', version: '1' },
      { droppoint: 1, type: 'change', point, source: 'button' },
      { droppoint: 1, type: 'ready', nonce: '' },
      { droppoint: 2, type: 'hello' },
      'hello',
      null,
      'last of all',
    ])
      window.postMessage(message, location.origin);
  });
  await hasHeard(page, 'last of all');
  expect(await readForm(page)).toEqual({});
  expect(await readEvents()).toHaveLength(before);
  // The real frame, but not through the port: the only message accepted from its window is the greeting.
  await page.frames()[1]?.evaluate((origin) => {
    const point = { id: 'PL_EVIL', coordinates: { latitude: 1, longitude: 1 } };
    parent.postMessage({ droppoint: 1, type: 'change', point, source: 'button' }, origin);
    parent.postMessage('behind it', origin);
  }, shop.origin);
  await hasHeard(page, 'behind it');
  expect(await readForm(page)).toEqual({});
});

test('a frame of another origin in the element’s own frame is not heard (case 80)', async ({
  page,
  shop,
}) => {
  await page.route('**/embed', (route) =>
    // As long as the reason for the missing picker is unknown, the frame stays: the element's question is never answered.
    route.request().isNavigationRequest()
      ? route.fulfill({ status: 302, headers: { location: `${shop.strangeOrigin}/embed-of-somebody-else` } })
      : undefined,
  );
  const policy = "default-src * 'unsafe-inline'";
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>`, policy });
  await expect.poll(() => page.frames()[1]?.url() ?? '').toContain('127.0.0.2');
  await noteMessages(page);
  await page.frames()[1]?.evaluate((origin) => {
    addEventListener('message', ({ data }) =>
      Object.assign(window, data === 'last' ? { last: true } : { answered: true }),
    );
    parent.postMessage({ droppoint: 1, type: 'hello', version: '1' }, origin);
    parent.postMessage('behind it', origin);
  }, shop.origin);
  // Messages sent to it so far arrive before this one.
  await hasHeard(page, 'behind it');
  await page.evaluate(() =>
    (window as unknown as { lastSource: Window }).lastSource.postMessage('last', '*'),
  );
  await page.frames()[1]?.waitForFunction(() => 'last' in window);
  expect(await page.frames()[1]?.evaluate(() => 'answered' in window)).toBe(false);
});

test('a shop is not told that it isn’t on the list when the list can’t be had for the moment (case 111)', async ({
  page,
  shop,
}) => {
  let asked = 0;
  await page.route('**/api/embed', (route) => {
    asked++;
    return route.fulfill({ status: 429, headers: { 'retry-after': '0' } });
  });
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` });
  const again = frameOf(page).getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  // The first request, which the page makes before its code has loaded, and the code's own four.
  expect(asked).toBe(5);
  await expect(frameOf(page).getByText('is not on the list')).toHaveCount(0);
  await page.unroute('**/api/embed');
  await again.click();
  await expect(frameOf(page).locator('.dp-pin').first()).toBeVisible();
});

test('a shop that is not on the list sees nothing of the picker (case 82)', async ({ page, shop }) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` }, shop.strangeOrigin);
  await expect.poll(() => complaints.join('\n')).toMatch(/frame-ancestors/);
  await expect(frameOf(page).getByRole('main')).toHaveCount(0);
});

test('the frame answers no init but its parent’s, from the origin it greeted (case 80)', async ({
  page,
  shop,
  droppoint,
}) => {
  const policy = `default-src 'unsafe-inline'; script-src 'unsafe-inline'; frame-src ${droppoint.origin}`;
  const lie = encodeURIComponent('http://127.0.0.9:1');
  await shop.open(page, {
    body: `<iframe id="frame" src="${droppoint.origin}/embed#origin=${lie}"></iframe>`,
    policy,
  });
  const frame = page.frameLocator('#frame');
  await expect(frame.getByText('is not on the list of shops')).toBeVisible();
  const answered = await page.evaluate(async (target) => {
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => {
      port1.onmessage = () => resolve(true);
      setTimeout(() => resolve(false), 500);
    });
    const message = { droppoint: 1, type: 'init', nonce: 'n', config: {} };
    (document.querySelector('#frame') as HTMLIFrameElement).contentWindow?.postMessage(message, target, [
      port2,
    ]);
    return answer;
  }, droppoint.origin);
  expect(answered).toBe(false);
});

test('no script chooses a point: only a press that the browser vouches for does (case 83)', async ({
  page,
  shop,
}) => {
  // From inside the frame, since scripts that a test runs in a page later count as user activation.
  await page.addInitScript(() => {
    if (location.pathname !== '/embed') return;
    const press = (find: () => Element | null | undefined, next: () => void) => {
      const found = find();
      if (found) {
        (found as HTMLElement).click();
        next();
      } else setTimeout(() => press(find, next), 50);
    };
    const button = () =>
      [...document.querySelectorAll('button')].find((item) => /^Choose this/.test(item.textContent));
    press(
      () => document.querySelector('.dp-pin:not(.dp-pin-cluster, .dp-pin-stack)'),
      () => press(button, () => setTimeout(() => console.log('pressed by a script'), 500)),
    );
  });
  const pressed = page.waitForEvent('console', (message) => message.text() === 'pressed by a script');
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` });
  await pressed;
  expect(await readForm(page)).toEqual({});
  expect(await onPicker(page, (element) => element.selectedPoint)).toBeNull();
});

test('by itself the embed page says what it is', async ({ page, droppoint }) => {
  await page.goto(`${droppoint.origin}/embed`);
  await expect(page.getByText('made to stand in a shop’s checkout')).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
});
