import { expect } from '@playwright/test';
import { frameOf, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { rest } from './come-to-rest.ts';
import { dataFile } from './odd-points.ts';
import { expectTwoTypes, LOOKS, PARTS, readParts, writeElement, writeStyle } from './two-types.ts';

/** The two types of points in a shop's own colour. */
test.use({ dataFile });
onPublishedNetwork();

// Proves: accessibility/shapes.
test('Shop’s colour: in light and dark, lockers and shops keep one shape and colour on map and list, and every icon is visible', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: writeElement(LOOKS[0]!), policy: "default-src * 'unsafe-inline'" });
  for (const selector of Object.values(PARTS))
    await expect(frameOf(page).locator(selector).first()).toBeVisible();
  const frame = page.frames()[1]!;
  const html = frameOf(page).locator('html');
  for (const look of LOOKS)
    await test.step(`${look.name}, ${look.scheme}`, async () => {
      await page
        .locator('#picker')
        .evaluate((element, style) => element.setAttribute('style', style), writeStyle(look));
      await expect(html).toHaveCSS('--dp-primary', look.color);
      await expect(html).toHaveAttribute('data-theme', look.scheme);
      await rest(frame);
      expectTwoTypes(await frame.evaluate(readParts, PARTS), look.scheme);
    });
});
