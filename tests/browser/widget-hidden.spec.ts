import { expect, type Page } from '@playwright/test';
import { choosePoint, frameOf, onPicker, picker, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { still } from './come-to-rest.ts';

/** An element that nobody can see: in the closed section of another way of delivery, as shops' checkouts have. */
onPublishedNetwork();

/** Ways of hiding a section, and of showing it. */
const SECTIONS = {
  'display: none': ['<div id="section" style="display:none">', '</div>'],
  'the attribute hidden': ['<div id="section" hidden>', '</div>'],
  'a closed details element': ['<details id="section"><summary>Pick-up</summary>', '</details>'],
  'a section of no height': ['<div id="section" style="height:0;overflow:hidden">', '</div>'],
} as const;
const show = (page: Page) =>
  page.locator('#section').evaluate((section) => {
    for (const name of ['style', 'hidden']) section.removeAttribute(name);
    section.toggleAttribute('open', true);
  });

/** Lets the shop's page request the points' host, and have styles of its own. */
const policyFor = (origin: string) =>
  `default-src 'none'; script-src ${origin}; frame-src ${origin}; connect-src ${origin}; style-src 'unsafe-inline'`;

/** Paths that were requested from the points' host, without the element's script. */
function watchRequests(page: Page, origin: string): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === origin && !url.pathname.startsWith('/v1/')) paths.push(url.pathname);
  });
  return paths;
}

for (const [how, [begin, end]] of Object.entries(SECTIONS)) {
  test(`hidden by ${how}, an element requests nothing, whatever its mode, until it is shown`, async ({
    page,
    shop,
    droppoint,
  }) => {
    const asked = watchRequests(page, droppoint.origin);
    const elements = [
      '<droppoint-picker id="inline" mode="inline" value="PL_CZE10M"></droppoint-picker>',
      '<droppoint-picker id="nearest" mode="nearest" city="Warszawa" country="PL" preselect></droppoint-picker>',
      '<droppoint-picker id="preset" value="PL_CZE10M"></droppoint-picker>',
    ];
    const body = `<form>${begin}${elements.join('')}${end}</form>`;
    await shop.open(page, { body, policy: policyFor(droppoint.origin) });
    await expect.poll(() => onPicker(page, ({ version }) => version, 'inline')).toBeTruthy();
    // The customer's address changes meanwhile.
    for (const city of ['Kraków', 'Gdańsk'])
      await page.locator('#nearest').evaluate((element, name) => element.setAttribute('city', name), city);
    await page.locator('#inline').evaluate((element) => element.setAttribute('country', 'PL'));
    await still(page.locator(':root'));
    await page.waitForTimeout(500);
    expect(asked).toEqual([]);

    await show(page);
    await expect(frameOf(page, 'inline').getByRole('combobox')).toBeVisible();
    await expect(page.locator('#nearest').getByRole('radio').first()).toBeChecked();
    await expect(page.locator('#preset').getByRole('status')).toContainText('Częstochowa');
    const count = (path: string) => asked.filter((each) => each === path).length;
    expect(count('/embed')).toBe(1);
    expect(count('/api/nearest-points')).toBe(1);
    // For the preset element, and from the inline one's frame.
    expect(count('/api/points/PL_CZE10M')).toBe(2);
  });
}

test('a hidden inline picker is loaded when a method needs it, and not after it was destroyed', async ({
  page,
  shop,
  droppoint,
}) => {
  const asked = watchRequests(page, droppoint.origin);
  const body =
    '<div id="section" hidden><droppoint-picker id="picker" mode="inline"></droppoint-picker></div>';
  await shop.open(page, { body, policy: policyFor(droppoint.origin) });
  await expect.poll(() => onPicker(page, ({ version }) => version)).toBeTruthy();
  expect(await onPicker(page, (element) => element.validate('PL_CZE10M'))).toMatchObject({ isValid: true });
  expect(asked).toContain('/embed');
  await onPicker(page, (element) => element.destroy());
  await show(page);
  await page.waitForTimeout(300);
  await expect(page.locator('#picker iframe')).toHaveCount(0);
});

test('printed, an inline picker is the chosen point and not the map', async ({ page, shop, droppoint }) => {
  const body = '<droppoint-picker id="picker" mode="inline" value="PL_CZE10M"></droppoint-picker>';
  await shop.open(page, { body, policy: policyFor(droppoint.origin) });
  await expect(frameOf(page).getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
  const status = page.locator('#picker').getByRole('status');
  await expect(status).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(status).toBeVisible();
  await expect(status).toContainText('Częstochowa');
  await expect(page.locator('#picker iframe')).toBeHidden();
  await expect(page.locator('#picker').getByRole('button')).toHaveCount(0);
});

/** The pins in sight: their names and where they are. */
async function readPins(page: Page): Promise<string[]> {
  await still(frameOf(page).locator('.leaflet-map-pane'));
  return frameOf(page)
    .locator('.dp-pin')
    .evaluateAll((pins) => {
      const map = document.querySelector('.leaflet-container')!.getBoundingClientRect();
      return pins
        .flatMap((pin) => {
          const { x, y } = pin.getBoundingClientRect();
          const isSeen = x >= map.left && x < map.right && y >= map.top && y < map.bottom;
          return isSeen ? [`${pin.getAttribute('aria-label')} ${Math.round(x)} ${Math.round(y)}`] : [];
        })
        .sort();
    });
}

test('a dialog that is opened again shows the map where it was, also to change the choice @firefox', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: `<form>${picker()}</form>` }, shop.sameSiteOrigin);
  const open = () => page.locator('#picker').getByRole('button').first().click();
  await open();
  await expect(frameOf(page).locator('.dp-pin').first()).toBeVisible();
  const pins = await readPins(page);
  for (let times = 0; times < 3; times++) {
    await onPicker(page, (element) => element.close());
    await expect(page.locator('#picker iframe')).toBeHidden();
    await page.waitForTimeout(300);
    await open();
    expect(await readPins(page)).toEqual(pins);
  }
  const id = await choosePoint(page);
  await expect(page.locator('#picker iframe')).toBeHidden();
  await open();
  await expect(frameOf(page).locator('.dp-pin[data-chosen]')).toBeInViewport();
  expect((await readPins(page)).length).toBeGreaterThan(pins.length / 2);
  expect(await onPicker(page, ({ value }) => value)).toBe(id);
});

/** Ways of leaving no size to what is in a section. */
const TAKEN_AWAY = {
  'display: none': 'display: none',
  'no height': 'height: 0; overflow: hidden',
  'no width': 'width: 0; overflow: hidden',
  'content-visibility: hidden': 'content-visibility: hidden',
  'one of the element’s own': 'height: 0',
};

test('a map in a section that is hidden in any way and shown again is where it was @firefox', async ({
  page,
  shop,
  droppoint,
}) => {
  const style =
    '<style>#picker { height: 600px } #section[style*="height: 0"] #picker { height: 100% }</style>';
  const body = `${style}<details id="details" open><div id="section">${picker('mode="inline"')}</div></details>`;
  await shop.open(page, { body, policy: policyFor(droppoint.origin) }, shop.sameSiteOrigin);
  await expect(frameOf(page).locator('.dp-pin').first()).toBeVisible();
  const pins = await readPins(page);
  const setStyle = (style: string) =>
    page.locator('#section').evaluate((section, value) => section.setAttribute('style', value), style);
  for (const [how, style] of Object.entries(TAKEN_AWAY)) {
    await setStyle(style);
    // Rendered once while it is hidden: also a frame in a process of its own.
    await page.waitForTimeout(300);
    await setStyle('');
    expect.soft(await readPins(page), how).toEqual(pins);
  }
});
