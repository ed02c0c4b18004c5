import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork, test } from './droppoint.ts';
import { dataFile, HOSTILE_IDS, SVG_ADDRESS } from './odd-points.ts';

test.use({ dataFile });
onPublishedNetwork();

/** Opens a point's card by its address, and everything that is collapsed in it. */
async function openCard(page: Page, id: string) {
  await page.goto(`/?point=${encodeURIComponent(id)}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
  for (const summary of await main.locator('summary').all()) await summary.click();
  return main;
}

const wasHit = (page: Page) => page.evaluate(() => 'hit' in globalThis || 'hit' in {});

test('Hostile data: whatever a platform puts into a point is shown as text, and nothing runs: markup, reserved names, URLs and SVG scripts', async ({
  page,
}) => {
  const hostile = await openCard(page, HOSTILE_IDS.markup);
  await expect(hostile).toContainText(HOSTILE_IDS.markup);
  await expect(hostile.locator('script, [onerror], [onclick], iframe, object, embed')).toHaveCount(0);
  await expect(hostile.locator('img'), 'a picture under javascript:').toHaveCount(0);
  await expect(hostile.locator('a[href^="javascript" i]')).toHaveCount(0);
  await hostile.getByRole('button', { name: 'Choose this point' }).click();
  await expect(page.getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
  await expect(page.locator('[style*="evil.example"]')).toHaveCount(0);
  expect(await wasHit(page), 'mark-up').toBe(false);

  const polluting = await openCard(page, HOSTILE_IDS.prototype);
  await expect(polluting.locator('img')).toHaveCount(0);
  await expect(polluting).toContainText('toString');
  expect(await wasHit(page), 'fields named __proto__ and constructor').toBe(false);

  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="parent.hit=1">
    <script>globalThis.hit=1; top.hit=1</script><circle r="4" cx="4" cy="4"/></svg>`;
  let referrer: string | undefined = 'not asked';
  await page.route(SVG_ADDRESS, async (route) => {
    referrer = (await route.request().allHeaders())['referer'];
    await route.fulfill({ contentType: 'image/svg+xml', body: drawing });
  });
  const drawn = await openCard(page, HOSTILE_IDS.svg);
  const picture = drawn.getByRole('img', { name: 'PL_SVG' });
  await expect(picture).toHaveAttribute('src', SVG_ADDRESS);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(9);
  expect(await wasHit(page), 'a script in a drawing').toBe(false);
  expect(referrer).toBeUndefined();
});
