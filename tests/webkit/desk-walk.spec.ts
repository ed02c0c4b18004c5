import { expect } from '@playwright/test';
import { By, type WebDriver } from 'selenium-webdriver';
import { button, hold, inWebkit, press, see, test } from './webkit.ts';

/** The walk of tests/browser/desk-walk.spec.ts, in WebKit. */

inWebkit({ published: false });

const PARTY = { lastName: 'Lis', email: 'oskar@mail.example', phone: '+48500000202', firstName: 'Oskar' };
const ADDRESS = {
  street: 'Mglista',
  houseNumber: '7',
  postalCode: '00-950',
  city: 'Testowo',
  countryCode: 'PL',
};

const field = (path: string) => `//*[@data-path="${path}"]`;

async function fill(driver: WebDriver, path: string, fields: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(fields)) {
    const place = field(`${path}.${name}`);
    if (name === 'countryCode') await (await see(driver, `${place}/option[@value="${text}"]`)).click();
    else await (await see(driver, place)).sendKeys(text);
  }
}

/** Logs in at the sandbox, which remembers who has, and allows what is asked. */
async function logIn(driver: WebDriver) {
  await press(driver, button('Log in'));
  const requested = await see(driver, `//h1[normalize-space(.)="Log in"] | ${button('Allow')}`);
  if ((await requested.getTagName()).toLowerCase() === 'h1') await press(driver, button('Log in'));
  await press(driver, button('Allow'));
}

test('a parcel is sent to an address, its label opens in a tab, and the desk remembers it', async ({
  driver,
  droppoint,
}) => {
  await driver.get(`${droppoint.origin}/account`);
  await logIn(driver);
  await (await see(driver, field('organizationId'))).sendKeys('org-42');
  await press(driver, button('Save and continue'));
  await fill(driver, 'sender', PARTY);
  await fill(driver, 'origin', { countryCode: 'PL' });
  await press(driver, button('Save this sender'));
  await see(driver, button('Change'));
  await fill(driver, 'recipient', PARTY);
  await press(driver, '//label[contains(., "An address")]');
  await fill(driver, 'destination', ADDRESS);
  await (await see(driver, field('parcels.0.weight.amount'))).sendKeys('1,2');
  await press(driver, button('Send parcel'));
  await see(driver, '//*[contains(text(), "The carrier accepted it")]');

  const own = await driver.getWindowHandle();
  await press(driver, button('Print 1 label'));
  // A tab, or a link to it where the browser opens none.
  await hold(driver, 'the label can be seen', async () => {
    const links = await driver.findElements(By.xpath('//a[starts-with(@href, "blob:")]'));
    return links.length > 0 || (await driver.getAllWindowHandles()).length > 1;
  });
  // A tab that isn't seen draws nothing.
  for (const handle of await driver.getAllWindowHandles()) {
    if (handle === own) continue;
    await driver.switchTo().window(handle);
    await driver.close();
  }
  await driver.switchTo().window(own);

  await press(driver, '//nav[@aria-label="Desk"]/a[normalize-space(.)="Parcels"]');
  const row = '//*[@role="rowheader"][contains(., "Lis")]';
  await see(driver, row);
  await driver.navigate().refresh();
  // Without TLS, WebKit keeps no secure cookie: the session has ended, the desk hasn't.
  await logIn(driver);
  expect(await (await see(driver, row)).getText()).toContain('Oskar Lis');
});
