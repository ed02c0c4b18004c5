import { expect, type Page } from '@playwright/test';
import { test } from './droppoint.ts';
import { writePoints } from './write-points.ts';

/** Items a hostile platform could serve: each is well-formed, with hostile contents. */
const MARKUP = '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>';
const IDS = {
  markup: `PL_${MARKUP}`,
  prototype: 'PL_PROTOTYPE',
  svg: 'PL_SVG',
};
const SCHEMES: Readonly<Record<string, string>> = {
  PL_JAVASCRIPT: 'javascript:globalThis.hit=1',
  PL_DATA: 'data:text/html,<script>globalThis.hit=1</script>',
  PL_BLOB: 'blob:http://localhost/00000000-0000-0000-0000-000000000000',
  PL_MIXED: ' JaVaScRiPt:globalThis.hit=1',
};
const SVG_ADDRESS = 'https://pictures.example/hostile.svg';

const makeItem = (id: string, place: number, fields: object) => ({
  id,
  type: 'APM',
  country: 'PL',
  locationType: 'INDOOR',
  coordinates: { latitude: 52 + place / 10, longitude: 21 },
  ...fields,
});

function makeItems(): (object | string)[] {
  const text = { language: MARKUP, content: MARKUP };
  const hostile = makeItem(IDS.markup, 0, {
    type: MARKUP,
    country: MARKUP,
    locationType: MARKUP,
    displayName: `Name ${MARKUP}`,
    address: { street: MARKUP, buildingNumber: MARKUP, city: MARKUP, postalCode: MARKUP },
    capabilities: [MARKUP],
    description: text,
    description2: text,
    [MARKUP]: MARKUP,
    onclick: 'globalThis.hit=1',
    style: 'background: url(https://evil.example/)',
    innerHTML: MARKUP,
  });
  const polluting = JSON.stringify(makeItem(IDS.prototype, 1, { constructor: { prototype: { hit: 1 } } }));
  return [
    hostile,
    // As text: in an object literal, this key would set the prototype here.
    polluting.replace(/}$/, ',"__proto__":{"hit":1,"imageUrl":"https://evil.example/x.png"},"toString":"x"}'),
    makeItem(IDS.svg, 2, { imageUrl: SVG_ADDRESS }),
    ...Object.entries(SCHEMES).map(([id, imageUrl], index) => makeItem(id, 3 + index, { imageUrl })),
  ];
}

test.use({ dataFile: writePoints('hostile', makeItems()) });

test.beforeEach(async ({ droppoint }) => droppoint.publish());
test.afterEach(({ droppoint }) => droppoint.unpublish());

/** Opens a point's card by its address. */
async function openCard(page: Page, id: string) {
  await page.goto(`/?point=${encodeURIComponent(id)}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
  return main;
}

const wasHit = (page: Page) => page.evaluate(() => 'hit' in globalThis || 'hit' in {});

test('mark-up in every field of a point is text on the screen, and nothing runs (case 75)', async ({
  page,
}) => {
  const main = await openCard(page, IDS.markup);
  await expect(main).toContainText(IDS.markup);
  for (const summary of await main.locator('summary').all()) await summary.click();
  await expect(main.locator('script, [onerror], [onclick], iframe, object, embed')).toHaveCount(0);
  await expect(main.locator('img')).toHaveCount(0);
  await main.getByRole('button', { name: 'Choose this point' }).click();
  await expect(page.getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
  await expect(page.locator('[style*="evil.example"]')).toHaveCount(0);
  expect(await wasHit(page)).toBe(false);
});

test('a picture under javascript:, data: or blob: isn’t shown (case 76)', async ({ page }) => {
  for (const id of Object.keys(SCHEMES)) {
    const main = await openCard(page, id);
    await expect(main.getByRole('link', { name: 'Directions' })).toBeVisible();
    await expect(main.locator('img')).toHaveCount(0);
    await expect(main.locator('a[href^="javascript" i], a[href^="data" i], a[href^="blob" i]')).toHaveCount(
      0,
    );
  }
  expect(await wasHit(page)).toBe(false);
});

test('an SVG with a script in it is shown through <img>, where scripts don’t run (case 77)', async ({
  page,
}) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="parent.hit=1">
    <script>globalThis.hit=1; top.hit=1</script><circle r="4" cx="4" cy="4"/></svg>`;
  let referrer: string | undefined = 'not asked';
  await page.route(SVG_ADDRESS, async (route) => {
    referrer = (await route.request().allHeaders())['referer'];
    await route.fulfill({ contentType: 'image/svg+xml', body: drawing });
  });
  const main = await openCard(page, IDS.svg);
  const picture = main.getByRole('img', { name: 'PL_SVG' });
  await expect(picture).toHaveAttribute('src', SVG_ADDRESS);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(9);
  expect(await wasHit(page)).toBe(false);
  expect(referrer).toBeUndefined();
});

test('fields named __proto__, constructor and toString harm nothing (case 79)', async ({ page }) => {
  const main = await openCard(page, IDS.prototype);
  await expect(main.locator('img')).toHaveCount(0);
  for (const summary of await main.locator('summary').all()) await summary.click();
  await expect(main).toContainText('toString');
  expect(await wasHit(page)).toBe(false);
});
