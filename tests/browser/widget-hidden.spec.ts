import { expect, type Page } from '@playwright/test';
import { choosePoint, frameOf, onPicker, picker, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { still } from './come-to-rest.ts';

/**
 * An invisible element: in the collapsed section of another delivery method, as checkouts of shops have
 * it.
 */
onPublishedNetwork();

/** Allows the shop's page to request the points' host, and to have its own styles. */
const policyFor = (origin: string) =>
  `default-src 'none'; script-src ${origin}; frame-src ${origin}; connect-src ${origin}; style-src 'unsafe-inline'`;

const PRESET = '<droppoint-picker value="PL_CZE10M"></droppoint-picker>';
const INLINE = '<droppoint-picker id="inline" mode="inline" value="PL_CZE11M"></droppoint-picker>';
const NEAREST =
  '<droppoint-picker id="nearest" mode="nearest" city="Warszawa" country="PL" preselect></droppoint-picker>';
/** Ways to hide a section. The last is the hardest to detect: the element's edge is in view. */
const SECTIONS = [
  ['<div id="section-0" style="display:none">', PRESET, '</div>'],
  ['<div id="section-1" hidden>', PRESET, '</div>'],
  ['<details id="section-2"><summary>Pick-up</summary>', PRESET, '</details>'],
  ['<div id="section-3" style="height:0;overflow:hidden">', PRESET + INLINE + NEAREST, '</div>'],
] as const;
const show = (page: Page, at: number) =>
  page.locator(`#section-${at}`).evaluate((section) => {
    for (const name of ['style', 'hidden']) section.removeAttribute(name);
    section.toggleAttribute('open', true);
  });

test('Hidden element: in every mode, it requests nothing until it is shown; in print, it is the chosen point', async ({
  page,
  shop,
  droppoint,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === droppoint.origin && !url.pathname.startsWith('/v1/')) requested.push(url.pathname);
  });
  const count = (path: string) => requested.filter((each) => each === path).length;
  const body = SECTIONS.map((parts) => parts.join('')).join('');
  await shop.open(page, { body, policy: policyFor(droppoint.origin) });
  await expect.poll(() => onPicker(page, ({ version }) => version, 'inline')).toBeTruthy();
  // The customer's address changes meanwhile.
  for (const city of ['Kraków', 'Gdańsk'])
    await page.locator('#nearest').evaluate((element, name) => element.setAttribute('city', name), city);
  await page.locator('#inline').evaluate((element) => element.setAttribute('country', 'PL'));
  await still(page.locator(':root'));
  expect(requested).toEqual([]);

  for (const at of [0, 1, 2]) {
    await show(page, at);
    await expect(page.locator(`#section-${at}`).getByRole('status')).toContainText('Częstochowa');
    expect(count('/api/points/PL_CZE10M')).toBe(at + 1);
  }
  expect(requested).toHaveLength(3);
  await show(page, 3);
  await expect(frameOf(page, 'inline').getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
  await expect(page.locator('#nearest').getByRole('radio').first()).toBeChecked();
  expect([count('/embed'), count('/api/nearest-points')]).toEqual([1, 1]);

  const status = page.locator('#inline').getByRole('status');
  await expect(status).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(status).toContainText('Częstochowa');
  await expect(page.locator('#inline iframe')).toBeHidden();
  await expect(page.locator('#inline').getByRole('button')).toHaveCount(0);
});

/** The visible pins: their distances and positions. Their names are loaded after them. */
async function readPins(page: Page, id = 'picker'): Promise<string[]> {
  await still(frameOf(page, id).locator('.leaflet-map-pane'));
  return frameOf(page, id)
    .locator('.dp-pin')
    .evaluateAll((pins) => {
      const map = document.querySelector('.leaflet-container')!.getBoundingClientRect();
      return pins
        .flatMap((pin) => {
          const { x, y } = pin.getBoundingClientRect();
          const isSeen = x >= map.left && x < map.right && y >= map.top && y < map.bottom;
          const distance = pin.getAttribute('aria-label')?.split(', ').at(-1);
          return isSeen ? [`${distance} ${Math.round(x)} ${Math.round(y)}`] : [];
        })
        .sort();
    });
}

/** Ways to leave the contents of a section without a size. */
const TAKEN_AWAY = {
  'display: none': 'display: none',
  'no height': 'height: 0; overflow: hidden',
  'no width': 'width: 0; overflow: hidden',
  'content-visibility: hidden': 'content-visibility: hidden',
  'one of the element’s own': 'height: 0',
};

test('Hidden element: a map that was hidden is in the same place when shown again, inline and in the dialog @firefox', async ({
  page,
  shop,
  droppoint,
}) => {
  const style =
    '<style>#picker { height: 600px } #section[style*="height: 0"] #picker { height: 100% }</style>';
  const section = `<details open><div id="section">${picker('mode="inline"')}</div></details>`;
  const body = style + section + picker('', '', 'dialog');
  await shop.open(page, { body, policy: policyFor(droppoint.origin) }, shop.sameSiteOrigin);
  await expect(frameOf(page).locator('.dp-pin').first()).toBeVisible();
  const pins = await readPins(page);
  const setStyle = (style: string) =>
    page.locator('#section').evaluate((section, value) => section.setAttribute('style', value), style);
  for (const [how, style] of Object.entries(TAKEN_AWAY)) {
    await setStyle(style);
    // Wait until the page is rendered without it: the frame is in the same process.
    await still(page.locator(':root'));
    await setStyle('');
    expect.soft(await readPins(page), how).toEqual(pins);
  }

  const frame = page.locator('#dialog iframe');
  const open = () => page.locator('#dialog').getByRole('button').first().click();
  await open();
  await expect(frameOf(page, 'dialog').locator('.dp-pin').first()).toBeVisible();
  const before = await readPins(page, 'dialog');
  await onPicker(page, (element) => element.close(), 'dialog');
  await expect(frame).toBeHidden();
  await still(page.locator(':root'));
  await open();
  expect(await readPins(page, 'dialog')).toEqual(before);
  await choosePoint(page, 'dialog');
  await expect(frame).toBeHidden();
  await open();
  await expect(frameOf(page, 'dialog').locator('.dp-pin[data-chosen]')).toBeInViewport();
  expect((await readPins(page, 'dialog')).length).toBeGreaterThan(before.length / 2);
});
