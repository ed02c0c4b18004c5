import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork, test as base, type Droppoint } from './droppoint.ts';
import { enlargeText } from './enlarge-text.ts';
import { findBarriers } from './find-barriers.ts';
import { goBack } from './go-back.ts';
import { countLayers, holdAddressBar } from './hold-address-bar.ts';
import { expectForm, receiveForms } from './receive-forms.ts';

const test = base.extend<{ forms: URLSearchParams[] }>({ forms: receiveForms });

onPublishedNetwork();

const WARSZAWA = 'country=PL&latitude=52.2297&longitude=21.0122&zoom=12';
const rows = (page: Page) => page.getByRole('main').getByRole('list').getByRole('button');
const card = (page: Page) => page.locator('.card');
const choose = (page: Page) => card(page).getByRole('button', { name: 'Choose this point' });

/** Opens the card of the first point of the list, and waits for its history entry. */
async function openCard(page: Page) {
  await rows(page).first().click();
  await expect(choose(page)).toBeEnabled();
  await expect.poll(() => countLayers(page)).toBe(1);
}

/** Opens `/choose` from the shop's cart. @param address to which the choice returns; by default the listed one */
async function open(page: Page, { shop }: Droppoint, more = '', address = `${shop}/point`) {
  await page.goto(`${shop}/cart`);
  await page.goto(`/choose#return=${encodeURIComponent(address)}&state=a.B_1&shop=Fern&${WARSZAWA}${more}`);
}
const backOf = (page: Page) => page.getByRole('button', { name: 'Back to Fern' });

test('A shop’s address gets the choice: by a redirect with Back, a form, a cancellation, and a point that is gone @firefox', async ({
  page,
  droppoint,
  forms,
}) => {
  await test.step('redirect: Back closes the card, and Back in the shop doesn’t lead to the map', async () => {
    await open(page, droppoint);
    await expect(rows(page).first()).toBeVisible();
    const fragment = new URL(page.url()).hash;
    await openCard(page);
    await goBack(page);
    await expect(card(page)).toBeHidden();
    await openCard(page);
    expect(new URL(page.url()).hash).toBe(fragment);
    expect(new URL(page.url()).search).toBe('');
    await choose(page).click();
    await expect(page).toHaveURL(/\/point\?point=[\w-]+&state=a\.B_1$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/cart$/);
  });
  await test.step('cancelled', async () => {
    await open(page, droppoint);
    await backOf(page).click();
    await expect(page).toHaveURL(/\/point\?status=cancelled&state=a\.B_1$/);
  });
  await test.step('a preset point that is gone: the page says so, and the shop is told', async () => {
    await open(page, droppoint, '&value=PL_GONE');
    await expect(page.getByRole('heading', { name: 'PL_GONE is no longer in the network' })).toBeVisible();
    await backOf(page).click();
    await expect(page).toHaveURL(/\?status=cancelled&state=a\.B_1&was=gone$/);
  });
  await test.step('a form', async () => {
    await open(page, droppoint, '&answer=post');
    await openCard(page);
    await choose(page).click();
    await expect(page).toHaveURL(/\/point$/);
    await expectForm(forms, 'a.B_1');
  });
});

test('Back closes a card before the address bar’s code is loaded, and a choice then leads back to the shop', async ({
  page,
  droppoint,
  forms,
}) => {
  const release = await holdAddressBar(page);
  await open(page, droppoint);
  await openCard(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/choose#/);
  await expect(card(page)).toBeHidden();
  await openCard(page);
  release();
  await choose(page).click();
  await expect(page).toHaveURL(/\/point\?point=[\w-]+&state=a\.B_1$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/cart$/);
  expect(forms).toEqual([]);
});

test('An address that isn’t listed gets no choice and no link, an app’s own gets both, and a link without one says so', async ({
  page,
  droppoint,
  forms,
}) => {
  await open(page, droppoint, '', `${droppoint.shop}/points`);
  await expect(
    page.getByRole('heading', { name: 'This choice can’t be returned to the shop.' }),
  ).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);
  // Not every browser opens an app's address by itself.
  await open(page, droppoint, '', 'fern.shop:/point');
  await backOf(page).click();
  await expect(page.getByRole('link', { name: 'Continue to Fern' })).toHaveAttribute(
    'href',
    'fern.shop:/point?status=cancelled&state=a.B_1',
  );
  await page.goto('/choose');
  await expect(page.getByRole('heading', { name: 'This link is incomplete.' })).toBeVisible();
  expect(forms).toEqual([]);
});

interface App {
  /** Goes back in the history as the page has asked to. */
  finishGoing(): void;
  received: { type: string; open?: number; url?: string; id?: string }[];
  droppoint: {
    back(): boolean;
    configure(changes: object): void;
    insets(edges: object): void;
    locate(position: object): void;
    answer(verdict: object): void;
  };
}

/** From right to left: “The parcel is too heavy.” */
const REFUSAL = 'החבילה כבדה מדי.';

/** Adds a bridge to every page, as an app does. @param bridge body of a function that passes messages to `take` */
const addBridge = (page: Page, bridge: string) =>
  page.addInitScript(
    `window.received = []; const take = (message) => received.push(typeof message === 'string' ? JSON.parse(message) : structuredClone(message)); ${bridge}`,
  );
const received = (page: Page) => page.evaluate(() => (window as unknown as App).received);
const typesOf = async (page: Page) => (await received(page)).map(({ type }) => type);

test.describe('In an app', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('a React Native app gets the choice, opens links and goes back, and its bars are kept free', async ({
    page,
  }) => {
    await addBridge(page, 'window.ReactNativeWebView = { postMessage: take };');
    await page.goto(`/choose#bar=none&ask=1&${WARSZAWA}`);
    await expect.poll(() => typesOf(page)).toContain('ready');
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toHaveCount(0);
    await page.evaluate(() => (window as unknown as App).droppoint.insets({ top: 47, bottom: 34 }));
    await openCard(page);
    const goBackInApp = () => page.evaluate(() => (window as unknown as App).droppoint.back());
    expect(await goBackInApp()).toBe(true);
    await expect(card(page)).toBeHidden();
    expect(await goBackInApp()).toBe(false);
    // Other words mount another picker, here while the history still goes back; the WebView's own Back leads
    // through it as well.
    await openCard(page);
    await page.evaluate(() => {
      const app = window as unknown as App;
      const go = history.go.bind(history);
      history.go = (entries) => void (app.finishGoing = () => go(entries));
      app.droppoint.back();
      app.droppoint.configure({ messages: { card_close: 'Shut' } });
    });
    await expect(card(page)).toBeHidden();
    await openCard(page);
    const shut = card(page).getByRole('button', { name: 'Shut' });
    await shut.waitFor();
    await page.evaluate(async () => {
      const gone = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
      (window as unknown as App).finishGoing();
      await gone;
    });
    await expect(shut).toBeVisible();
    await goBack(page);
    await expect(rows(page).first()).toBeVisible();
    await expect(card(page)).toBeHidden();
    expect((await page.locator('.frame').boundingBox())?.y).toBe(47);
    await openCard(page);
    await card(page).getByRole('link', { name: 'Directions' }).click();
    await expect.poll(() => typesOf(page)).toContain('link');
    // The app refuses the choice with a sentence of its own, in whichever script, and accepts the second one.
    await choose(page).click();
    await expect.poll(() => typesOf(page)).toContain('select');
    await page.evaluate(
      (reason) => (window as unknown as App).droppoint.answer({ accepted: false, reason }),
      REFUSAL,
    );
    const objection = page.getByRole('alert').filter({ hasText: REFUSAL });
    await expect(objection.getByText(REFUSAL)).toHaveCSS('direction', 'rtl');
    expect(await findBarriers(page)).toEqual([]);
    await objection.getByRole('button').click();
    await choose(page).click();
    await expect.poll(async () => (await typesOf(page)).filter((type) => type === 'select').length).toBe(2);
    await page.evaluate(() => (window as unknown as App).droppoint.answer({ accepted: true }));
    await expect.poll(() => typesOf(page)).toContain('choice');
    expect(await findBarriers(page)).toEqual([]);
    await page.evaluate(() =>
      (window as unknown as App).droppoint.locate({ latitude: 50.06, longitude: 19.94, accuracy: 20 }),
    );
    await expect(page.locator('.dp-here')).toBeVisible();
    expect(new Set(await typesOf(page))).toEqual(new Set(['ready', 'layers', 'link', 'select', 'choice']));
  });

  for (const [app, bridge] of [
    ['WKWebView', 'window.webkit = { messageHandlers: { droppoint: { postMessage: take } } };'],
    ['Android’s WebView', 'window.droppoint = { postMessage: take };'],
    [
      'Flutter’s InAppWebView',
      'window.flutter_inappwebview = { callHandler: (_, message) => take(message) };',
    ],
    ['Capacitor’s in-app browser', 'window.mobileApp = { postMessage: ({ detail }) => take(detail) };'],
  ] as const)
    test(`${app} gets the choice, with text of twice the size`, async ({ page }) => {
      await enlargeText(page, 32);
      await addBridge(page, bridge);
      await page.goto(`/choose#${WARSZAWA}`);
      await expect.poll(() => typesOf(page)).toEqual(['ready']);
      await openCard(page);
      expect(await findBarriers(page, 'axe')).toEqual([]);
      await choose(page).click();
      await expect.poll(() => typesOf(page)).toContain('choice');
      await page.getByRole('button', { name: 'Close', exact: true }).first().click();
      await expect.poll(() => typesOf(page)).toContain('cancel');
    });
});
