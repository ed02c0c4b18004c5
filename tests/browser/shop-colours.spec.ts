import { expect } from '@playwright/test';
import { frameOf, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { expectTwoTypes, LOOKS, PARTS, readParts, writeElement, writeNetwork } from './two-types.ts';

/** The two types of points in a shop's own colour. */
test.use({ dataFile: writeNetwork() });
onPublishedNetwork();

for (const look of LOOKS)
  test(`in ${look.name}, ${look.scheme}, lockers and shops have two shapes and two colours, and every icon is seen`, async ({
    page,
    shop,
  }) => {
    await shop.open(page, { body: writeElement(look), policy: "default-src * 'unsafe-inline'" });
    for (const selector of Object.values(PARTS))
      await expect(frameOf(page).locator(selector).first()).toBeVisible();
    const frame = page.frames()[1]!;
    expectTwoTypes(await frame.evaluate(readParts, PARTS), look.scheme);
  });
