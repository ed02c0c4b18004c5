import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork } from './droppoint.ts';
import { frameOf, onPicker, picker, readForm, recordEvents, test } from './widget-shop.ts';

onPublishedNetwork();

/** Notes the page's last message: all earlier messages of the same sender have arrived before it. */
const noteMessages = (page: Page): Promise<void> =>
  page.evaluate(() =>
    addEventListener(
      'message',
      ({ data, source }) => void Object.assign(window, { lastMessage: data as unknown, lastSource: source }),
    ),
  );
const hasReceived = (page: Page, message: string) =>
  page.waitForFunction((wanted) => 'lastMessage' in window && window.lastMessage === wanted, message);

test('Security: only a press confirmed by the browser chooses a point, never a script’s', async ({
  page,
  shop,
}) => {
  // From inside the frame, because a script that a test runs in a page later counts as user
  // activation there.
  await page.addInitScript(() => {
    if (location.pathname !== '/embed') return;
    const FRAMES_TO_ANSWER = 60;
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const press = async (find: () => Element | null | undefined) => {
      let found = find();
      for (; !found; found = find()) await nextFrame();
      (found as HTMLElement).click();
    };
    const findButton = () =>
      [...document.querySelectorAll('button')].find(
        (item) => /^Choose this/.test(item.textContent) && !item.disabled,
      );
    const pressBoth = async () => {
      await press(() => document.querySelector('.dp-pin:not(.dp-pin-cluster, .dp-pin-stack)'));
      await press(findButton);
      for (let frames = 0; frames < FRAMES_TO_ANSWER; frames++) await nextFrame();
      console.log('pressed by a script');
    };
    void pressBoth();
  });
  const pressed = page.waitForEvent('console', (message) => message.text() === 'pressed by a script');
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` });
  await pressed;
  expect(await readForm(page)).toEqual({});
  expect(await onPicker(page, (element) => element.selectedPoint)).toBeNull();
});

test('Security: the shop’s page receives messages only from its own frame, through their port, and no forged ones', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` });
  await expect.poll(async () => (await readEvents()).map(([type]) => type)).toContain('droppoint-ready');
  const before = (await readEvents()).length;
  await noteMessages(page);
  await page.evaluate(() => {
    const point = { id: 'PL_EVIL', coordinates: { latitude: 1, longitude: 1 } };
    for (const message of [
      { droppoint: 1, type: 'hello', version: '1' },
      { droppoint: 1, type: 'change', point, source: 'button' },
      { droppoint: 1, type: 'ready', nonce: '' },
      { droppoint: 2, type: 'hello' },
      null,
      'last of all',
    ])
      window.postMessage(message, location.origin);
  });
  await hasReceived(page, 'last of all');
  // The real frame, but not through the port: the only message accepted from its window is the greeting.
  await page.frames()[1]?.evaluate((origin) => {
    const point = { id: 'PL_EVIL', coordinates: { latitude: 1, longitude: 1 } };
    parent.postMessage({ droppoint: 1, type: 'change', point, source: 'button' }, origin);
    parent.postMessage('behind it', origin);
  }, shop.origin);
  await hasReceived(page, 'behind it');
  expect(await readForm(page)).toEqual({});
  expect((await readEvents()).slice(before)).toEqual([]);
});

test('Security: the page for shops explains itself when opened alone, excludes origins that aren’t listed, and allows a retry if the list can’t be loaded', async ({
  page,
  shop,
  droppoint,
}) => {
  await page.goto(`${droppoint.origin}/embed`);
  await expect(page.getByText('belongs in a shop’s checkout')).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);

  const lie = encodeURIComponent('http://127.0.0.9:1');
  await shop.open(page, {
    body: `<iframe id="frame" src="${droppoint.origin}/embed#origin=${lie}"></iframe>`,
    policy: `default-src 'none'; frame-src ${droppoint.origin}`,
  });
  await expect(page.frameLocator('#frame').getByText('is not on the list of shops')).toBeVisible();

  await page.route('**/api/embed', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '0' } }),
  );
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` });
  const again = frameOf(page).getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(frameOf(page).getByText('is not on the list')).toHaveCount(0);
  await page.unroute('**/api/embed');
  await again.click();
  await expect(frameOf(page).locator('.dp-pin').first()).toBeVisible();
});
