import { expect, type Page } from '@playwright/test';
import { snippet } from '../guide-snippets.ts';
import { onPicker, test, type Shop } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

/** The snippets of the guides for a shop's pages, put into a page as they are. */
onPublishedNetwork();

const ELEMENT = snippet('html', '<form');

/** Opens a page made of snippets, under the guide's policy. */
async function openGuide(page: Page, shop: Shop, origin: string, snippets: string) {
  const here = (text: string) => text.replaceAll('https://points.example', origin);
  const policy = here(snippet('', 'Content-Security-Policy')).replace('Content-Security-Policy: ', '').trim();
  const markup = `<!doctype html><html lang="en"><head><title>Shop</title></head><body>${here(snippets)}</body></html>`;
  await shop.open(page, { body: '', markup, policy });
  // The guide's element has no id; the other tests' helpers find it by one.
  await page.evaluate(() => (document.querySelector('droppoint-picker')!.id = 'picker'));
}

const trigger = (page: Page) => page.getByRole('button', { name: 'Choose your pick-up point' });
const frameOf = (page: Page) => page.frameLocator('droppoint-picker iframe');

// Proves: embedding/policies.
test('Guide: the snippets for a checkout, a pinned script and styles make a control that blocks the form, opens, and looks as configured', async ({
  page,
  shop,
  droppoint,
  request,
}) => {
  const { file, integrity } = (await (await request.get('/v1/integrity.json')).json()) as {
    file: string;
    integrity: string;
  };
  const pinned = snippet('html', 'integrity')
    .replace(/droppoint-[\w.-]+\.js/, file)
    .replace('sha384-…', integrity);
  const element = ELEMENT.replace(/<script.*?<\/script>/s, pinned);
  expect(element).toContain(integrity);
  await openGuide(
    page,
    shop,
    droppoint.origin,
    `<style>${snippet('css', 'droppoint-picker')}</style>${element}`,
  );
  await expect(trigger(page)).toHaveCSS('border-radius', '4px');
  const [around, button] = await Promise.all(
    [page.locator('#picker'), trigger(page)].map((part) => part.boundingBox()),
  );
  expect(button!.width).toBeCloseTo(around!.width, 0);
  await expect(page.getByLabel('Number of your pick-up point')).toBeHidden();
  expect(await onPicker(page, (element) => [element.name, element.country, element.checkValidity()])).toEqual(
    ['pickup_point', 'PL,CZ', false],
  );
  await trigger(page).click();
  await expect(frameOf(page).getByRole('combobox')).toBeVisible();
  await expect(frameOf(page).locator('html')).toHaveCSS('--dp-primary', '#9a4a2b');
  await expect(frameOf(page).locator('html')).toHaveCSS('--dp-radius', '0.25rem');
  await onPicker(page, (element) => void (element.value = 'PL_WAW123A'));
  expect(await page.evaluate(() => [...new FormData(document.forms[0])])).toEqual([
    ['pickup_point', 'PL_WAW123A'],
  ]);
});

test('Guide: the snippet for wallet buttons enables them while a valid point is chosen, also if it was chosen before', async ({
  page,
  shop,
  droppoint,
}) => {
  const lines = snippet('js', 'wallets.inert').replaceAll('https://points.example', droppoint.origin);
  const wallets = page.locator('#wallets');
  const open = async (value: string) => {
    const element = ELEMENT.replace('name="pickup_point" required', `name="pickup_point" value="${value}"`);
    const checked = page.waitForResponse((answer) => answer.url().endsWith(`/${value}?country=PL,CZ`));
    // The element sends this request too. If it knew already that the point has closed, the snippet would
    // send none.
    await page.route(`**/api/points/${value}?language=*`, async (route) => {
      await checked;
      await route.continue();
    });
    await openGuide(page, shop, droppoint.origin, `${element}<div id="wallets"><button>Pay</button></div>`);
    await page.evaluate(`${lines}; globalThis.readSummary = () => summary;`);
    await checked;
  };
  await open('PL_WAW123A');
  await expect(wallets, 'a point that has closed').toHaveJSProperty('inert', true);
  await open('PL_CZE10M');
  await expect(wallets).toHaveJSProperty('inert', false);

  const read = () => page.evaluate('readSummary()?.id ?? null');
  // The shop's conditions change, and the point doesn't match any more.
  await onPicker(page, (element) => void (element.excludeIds = element.value));
  await expect(wallets).toHaveJSProperty('inert', true);
  expect(await read()).toBeNull();
  await onPicker(page, (element) => void element.selectPoint('PL_CZE11M'));
  await expect(wallets).toHaveJSProperty('inert', false);
  expect(await read()).toBe('PL_CZE11M');
});

test('Guide: the snippet for a checkout without a form requires a point, whether script, frame or choice is missing', async ({
  page,
  shop,
  droppoint,
}) => {
  const lines = snippet('js', 'function readPoint');
  const readPoint = () => page.evaluate<string | null>(`(() => { ${lines}; return readPoint(); })()`);
  const number = page.getByLabel('Number of your pick-up point');
  await page.route('**/v1/droppoint.js', (route) => route.abort());
  await openGuide(page, shop, droppoint.origin, ELEMENT);
  expect(await readPoint()).toBeNull();
  await number.fill('PL_WAW123A');
  expect(await readPoint()).toBe('PL_WAW123A');

  await page.unroute('**/v1/droppoint.js');
  await page.route('**/embed', (route) => route.abort());
  await openGuide(page, shop, droppoint.origin, ELEMENT);
  await expect(trigger(page)).toBeVisible();
  expect(await readPoint()).toBeNull();
  await trigger(page).click();
  await expect(number).toBeVisible();
  await number.fill('PL_WAW123A');
  expect(await readPoint()).toBe('PL_WAW123A');
  await onPicker(page, (element) => (element.value = 'PL_CZE10M'));
  expect(await readPoint()).toBe('PL_CZE10M');
});

test('Guide: the snippet for a back office marks a point that has closed, and submits its replacement', async ({
  page,
  shop,
  droppoint,
}) => {
  const script = /<script.*<\/script>/.exec(ELEMENT)![0];
  const form = `<form method="post" action="/orders/17">${snippet('html', 'id="change"')}</form>`;
  await openGuide(page, shop, droppoint.origin, script + form);
  await page.evaluate(snippet('js', 'picker.readonly = false'));
  await expect(page.getByRole('status')).toHaveText(
    /^PL_WAW123A\s+This pick-up point is no longer available\.$/,
  );
  await expect(trigger(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Change the point' }).click();
  await expect(frameOf(page).getByRole('combobox')).toBeVisible();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await onPicker(page, (element) => void element.selectPoint('PL_CZE10M'));
  expect((await sent).postData()).toBe('pickup_point=PL_CZE10M');
});
