import { By, until } from 'selenium-webdriver';
import { dataFile } from '../browser/odd-points.ts';
import { expectTwoTypes, LOOKS, PARTS, readParts, writeElement } from '../browser/two-types.ts';
import { hold, inWebkit, servePage, test } from './webkit.ts';

/** The two types of points in a shop's own colour, as in tests/browser/shop-colours.spec.ts. */
test.use({ dataFile });
inWebkit();

test('lockers and shops keep their shapes and colours in any shop’s colour, and every icon is visible', async ({
  driver,
  droppoint,
}) => {
  let body = '';
  const script = `<script type="module" src="${droppoint.origin}/v1/droppoint.js" crossorigin></script>`;
  const server = await servePage(droppoint, () => `<head><title>Shop</title>${script}</head>${body}`);
  try {
    for (const look of LOOKS) {
      body = writeElement(look);
      await driver.get(droppoint.shop);
      const picker = await driver.wait(until.elementLocated(By.css('droppoint-picker:defined')));
      const inside = await picker.getShadowRoot();
      await hold(
        driver,
        'there is a frame',
        async () => (await inside.findElements(By.css('iframe'))).length > 0,
      );
      await driver.switchTo().frame(await inside.findElement(By.css('iframe')));
      for (const selector of Object.values(PARTS)) await driver.wait(until.elementLocated(By.css(selector)));
      expectTwoTypes(
        await driver.executeScript(`return (${readParts.toString()})(arguments[0])`, PARTS),
        look.scheme,
      );
    }
  } finally {
    await server.close();
  }
});
