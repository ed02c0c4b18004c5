import { expect } from '@playwright/test';
import { By, Key, type WebDriver } from 'selenium-webdriver';
import { actInFrame, button, hold, inWebkit, press, see, test, vanish } from './webkit.ts';

/** The walks of tests/browser/walk.spec.ts, in WebKit. */

inWebkit();

const FIELD = '//input[@role="combobox"]';
const CARD = '//*[@id="point-card-heading"]';
const CHOSEN = '//section[@aria-labelledby="chosen-heading"]';
const ROWS = '//ul//li[@aria-posinset]';

/**
 * Searches a city, filters its lockers, and opens the nearest one.
 * @param comeBack switches back into the frame: the driver loses it whenever the page around it gets another history entry
 * @returns the point's name
 */
async function findLocker(driver: WebDriver, comeBack = () => Promise.resolve()): Promise<string> {
  // WebKit lets a frame of another site take the focus only after a click in it.
  await press(driver, FIELD);
  await (await see(driver, FIELD)).sendKeys('warszawa');
  await press(driver, '//*[@role="option"][starts-with(normalize-space(.), "Warszawa")]');
  const step = <Result>(act: () => Promise<Result>) => actInFrame(comeBack, act);
  await step(() => press(driver, button('Filters')));
  await step(() => press(driver, '//label[starts-with(normalize-space(.), "Parcel locker")]'));
  await step(() => press(driver, button('Show the points')));
  await step(async () => {
    await see(
      driver,
      '//*[contains(text(), "Sorted by straight-line distance from the place you searched for")]',
    );
    await see(driver, ROWS);
    await vanish(driver, '//*[@aria-busy="true"]');
    for (const row of await driver.findElements(By.xpath(ROWS)))
      expect(await row.getAttribute('textContent')).toContain('Parcel locker');
  });
  await step(() => press(driver, `${ROWS}[@aria-posinset="1"]//button`));
  await step(() => see(driver, button('Choose this point')));
  return step(async () => (await see(driver, CARD)).getText());
}

test('a shopper searches a city, filters its lockers, opens one from the list, chooses it and undoes the choice', async ({
  driver,
  droppoint,
}) => {
  await driver.get(droppoint.origin);
  const name = await findLocker(driver);
  await press(driver, button('Choose this point'));
  expect(await (await see(driver, CHOSEN)).getText()).toContain(name);
  await press(driver, `${CHOSEN}${button('Show')}`);
  await press(driver, button('Undo'));
  await vanish(driver, CHOSEN);
  await see(driver, `${button('Choose this point')}[not(@disabled)]`);
  await driver.actions().sendKeys(Key.ESCAPE).perform();
  await vanish(driver, CARD);
});

test('in a shop on another site the picker opens over the checkout, and the choice is sent with the form', async ({
  driver,
  shop,
}) => {
  await driver.get(shop);
  await (await see(driver, '//input[@id="name"]')).sendKeys('Ada Lovelace');
  await (await see(driver, '//input[@id="email"]')).sendKeys('ada@example.com');
  await (await see(driver, '//input[@id="phone"]')).sendKeys('+48 500 000 202');
  const send = button('Place the order');
  await press(driver, send);
  // Nothing is chosen yet: the browser blocks the form.
  const picker = await driver.findElement(By.css('droppoint-picker:invalid'));
  const inside = await picker.getShadowRoot();
  const trigger = await inside.findElement(By.css('[part=trigger]'));
  const dialog = await inside.findElement(By.css('dialog'));
  const isOpen = () => driver.executeScript<boolean>('return arguments[0].matches(":modal")', dialog);
  await hold(driver, 'the focus is on the picker', () =>
    driver.executeScript<boolean>('return document.activeElement === arguments[0]', picker),
  );
  await trigger.click();
  await hold(driver, 'the dialog is open', isOpen);
  const comeIn = async () => {
    await driver.switchTo().defaultContent();
    // The history is changing: at once, the frame would be lost again.
    await driver.sleep(500);
    await driver.switchTo().frame(await dialog.findElement(By.css('iframe')));
  };
  await comeIn();
  await findLocker(driver, comeIn);
  await actInFrame(comeIn, () => press(driver, button('Choose this point')));
  await driver.switchTo().defaultContent();
  await hold(driver, 'the dialog is closed', async () => !(await isOpen()));
  const id = await driver.executeScript<string>('return arguments[0].value', picker);
  expect(id).not.toBe('');
  // Not the driver's own text, which leaves slots out.
  expect(await driver.executeScript('return arguments[0].textContent', trigger)).toBe('Change pick-up point');
  await press(driver, send);
  await see(driver, '//h1[normalize-space(.) = "Thank you, Ada Lovelace"]');
  await see(driver, `//*[contains(normalize-space(.), "Pick-up point ${id}")]`);
});
