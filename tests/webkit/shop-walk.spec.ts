import { expect } from '@playwright/test';
import { By } from 'selenium-webdriver';
import { advance, findLocker, stopClock } from '../browser/parcel-lives.ts';
import { PERSON } from '../browser/shop-orders.ts';
import { button, inWebkit, press, see, test } from './webkit.ts';

/** The walk of tests/browser/shop-walk.spec.ts, in WebKit, from the placed order on: walk.spec.ts has the order. */

test.use({ webhooks: true });

inWebkit();
test.beforeAll(({ droppoint }) => stopClock(droppoint));

test('a customer watches the parcel without touching the page, and sends it back', async ({
  driver,
  shop,
  droppoint,
}) => {
  const body = new URLSearchParams({
    ...PERSON,
    delivery: 'point',
    pickup_point: await findLocker(droppoint),
  });
  const placed = await fetch(`${shop}/orders`, { method: 'POST', body });
  const number = /K\d{4}-\d{4}-\d{4}/.exec(await placed.text())![0];
  const state = (text: string) => see(driver, `//*[@id="state"][starts-with(normalize-space(.), "${text}")]`);
  await driver.get(placed.url);
  await state('We are packing your order.');
  await fetch(`${shop}/admin/orders/${number}/send`, { method: 'POST' });
  await state('Your parcel is packed');
  await driver
    .switchTo()
    .frame(
      await (
        await (await see(driver, '//section[@id="track"]/droppoint-parcel')).getShadowRoot()
      ).findElement(By.css('iframe')),
    );
  await see(driver, '//*[contains(text(), "The parcel has been registered.")]');
  await driver.switchTo().defaultContent();
  await advance(droppoint, 40);
  await state('Your parcel is ready');
  await advance(droppoint, 40);
  await state('You have your parcel.');
  await press(driver, '//a[@id="return"]');
  await (await see(driver, '//input[@type="email"]')).sendKeys(PERSON.email);
  await (await see(driver, '//input[@type="tel"]')).sendKeys(PERSON.phone);
  await press(driver, button('Create the return'));
  expect(await (await see(driver, '//*[contains(@class, "digits")]')).getText()).toMatch(/^[\d\s]{9,}$/);
  await driver.navigate().back();
  await state('Your return is announced');
});
