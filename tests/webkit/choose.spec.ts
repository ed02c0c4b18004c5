import { expect } from '@playwright/test';
import type { WebDriver } from 'selenium-webdriver';
import { readPointChoice } from '#platform/point-link.ts';
import { POINT_LINK_SECRET } from '../browser/droppoint.ts';
import { makePointLink } from '../browser/make-point-link.ts';
import { expectForm, receiveForms } from '../browser/receive-forms.ts';
import { button, hold, inWebkit, press, see, test as base, vanish } from './webkit.ts';

/** The walks of tests/browser/choose.spec.ts and point-link.spec.ts, in WebKit. */

const test = base.extend<{ forms: URLSearchParams[] }>({ forms: [receiveForms, { auto: true }] });

inWebkit();

const WARSZAWA = 'country=PL&latitude=52.2297&longitude=21.0122&zoom=12';
const CARD = '//*[@id="point-card-heading"]';
const FIRST_ROW = '//main//li[@aria-posinset="1"]//button';
/** The points near one that has closed. */
const STACK = '//section[@aria-labelledby="point-stack-heading"]';
const CHOOSE = button('Choose this point');

const reach = (driver: WebDriver, address: RegExp) =>
  hold(driver, `at ${address}`, async () => address.test(await driver.getCurrentUrl()));

/** Opens the card of the point of a row. A press on a row that gets its details meanwhile is lost. */
async function openCard(driver: WebDriver, row = FIRST_ROW): Promise<void> {
  await see(driver, row);
  await vanish(driver, '//*[@aria-busy="true"]');
  await press(driver, row);
  await see(driver, `${CHOOSE}[not(@disabled)]`);
  // Its history entry is written by code that is loaded later.
  const countLayers = () =>
    driver.executeScript<number>('return history.state?.["sveltekit:states"]?.layers ?? 0');
  await hold(driver, 'on the card’s history entry', async () => (await countLayers()) > 0);
}

test('a shop’s address gets the choice: by a redirect with Back, by a form, and that none was made', async ({
  driver,
  droppoint: { origin, shop },
  forms,
}) => {
  const open = async (more: string) => {
    await driver.get(`${shop}/cart`);
    const returnTo = encodeURIComponent(`${shop}/point`);
    await driver.get(`${origin}/choose#return=${returnTo}&state=a.B_1&shop=Fern&${WARSZAWA}${more}`);
  };
  await open('');
  await openCard(driver);
  await driver.navigate().back();
  await vanish(driver, CARD);
  await openCard(driver);
  await press(driver, CHOOSE);
  await reach(driver, /\/point\?point=[\w-]+&state=a\.B_1$/);
  await driver.navigate().back();
  await reach(driver, /\/cart$/);
  await open('');
  await press(driver, '//button[@aria-label="Back to Fern"]');
  await reach(driver, /\/point\?status=cancelled&state=a\.B_1$/);
  await open('&answer=post');
  await openCard(driver);
  await press(driver, CHOOSE);
  await reach(driver, /\/point$/);
  await expectForm(forms, 'a.B_1');
});

test('a link for an order whose point has closed leads from the order to the map, and to the shop with the result', async ({
  driver,
  droppoint,
}) => {
  const position = { latitude: 52.2297, longitude: 21.0122 };
  const link = await makePointLink(droppoint, { value: 'PL_CLOSED', position });
  await driver.get(droppoint.origin + link);
  await see(driver, '//*[contains(text(), "This pick-up point is no longer available.")]');
  await press(driver, button('Choose another pick-up point'));
  await openCard(driver, `${STACK}//li[1]/button`);
  await press(driver, CHOOSE);
  await reach(driver, /\/orders\/1042\/point\?result=/);
  const result = new URL(await driver.getCurrentUrl()).searchParams.get('result');
  expect(await readPointChoice(result, [POINT_LINK_SECRET])).toMatchObject({ id: 'order-1042' });
});
