import { expect } from '@playwright/test';
import { By, until } from 'selenium-webdriver';
import { advance, ship, stopClock } from '../browser/parcel-lives.ts';
import { hold, inWebkit, servePage, test } from './webkit.ts';

/** `<droppoint-parcel>` in a shop's page of an order, as in tests/browser/order-page.spec.ts. */
inWebkit();
test.beforeAll(({ droppoint }) => stopClock(droppoint));

test('an order’s page shows the whole parcel, receives its state, and shows another in the same frame', async ({
  driver,
  droppoint,
}) => {
  const [first, second] = [await ship(droppoint), await ship(droppoint)];
  await advance(droppoint, 38);
  const { origin } = droppoint;
  const server = await servePage(
    droppoint,
    () => `<head><title>Order</title>
<script>addEventListener('droppoint-parcel-state', ({ detail }) => (window.told ??= []).push(detail.number + detail.state));</script>
<script type="module" async src="${origin}/v1/droppoint-parcel.js" crossorigin></script></head>
<body><droppoint-parcel number="${first}"><a href="${origin}/parcel#${first}">Track it</a></droppoint-parcel></body>`,
  );
  const readReceived = () => driver.executeScript<string[]>('return window.told ?? []');
  const inside = <Value>(code: string) =>
    driver.executeScript<Value>(
      `const root = document.querySelector('droppoint-parcel').shadowRoot; ${code}`,
    );
  const readHeading = async () => {
    await driver.switchTo().frame(await inside("return root.querySelector('iframe')"));
    const text = await driver.wait(until.elementLocated(By.css('h2'))).getText();
    const missing = await driver.executeScript<number>(
      'return document.documentElement.scrollHeight - document.documentElement.clientHeight',
    );
    await driver.switchTo().defaultContent();
    return { text, missing };
  };
  try {
    await driver.get(droppoint.shop);
    await driver.wait(until.elementLocated(By.css('droppoint-parcel:defined')));
    await hold(driver, 'the state is told', async () => (await readReceived()).length === 1);
    expect(await readReceived()).toEqual([`${first}ready`]);
    expect((await readHeading()).text).toMatch(/^Ready to collect: \w/);
    await hold(driver, 'nothing is cut off', async () => (await readHeading()).missing === 0);
    expect(await inside("return getComputedStyle(root.querySelector('slot')).display")).toBe('none');
    const entries = await driver.executeScript('return history.length');
    await driver.executeScript(`document.querySelector('droppoint-parcel').number = '${second}'`);
    await hold(driver, 'the other is told', async () => (await readReceived()).length === 2);
    expect(await readReceived()).toEqual([`${first}ready`, `${second}ready`]);
    expect(await driver.executeScript('return history.length')).toBe(entries);
  } finally {
    await server.close();
  }
});
