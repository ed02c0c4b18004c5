import { By, error as driverErrors, until, type WebDriver, type WebElement } from 'selenium-webdriver';
import { onPublishedNetwork, type Droppoint } from '../browser/droppoint.ts';
import { test as base } from '../browser/example-shop.ts';
import { listen } from '../processes.ts';
import { EXPECTATION_MS } from '../timeouts.ts';
import { startWebkit } from './start-webkit.ts';

/** WebKitGTK's MiniBrowser, found by scripts/find-programs.mjs; empty if there is none. */
const BROWSER = process.env['WEBKIT_PATH'] ?? '';

/** A WebKit on a virtual screen. */
export const test = base.extend<{ driver: WebDriver }>({
  driver: async ({ droppoint }, use) => {
    const { driver, stop } = await startWebkit(BROWSER, Number(new URL(droppoint.origin).port) + 8);
    try {
      await use(driver);
    } finally {
      await stop();
    }
  },
});

/** Declares that the tests of a file need WebKit, and, unless told otherwise, the network published. */
export function inWebkit({ published = true } = {}): void {
  test.skip(BROWSER === '', 'no WebKit: WEBKIT_PATH is not set');
  if (published) onPublishedNetwork();
}

/** Serves a page at the origin of the shop. @param write called for each request */
export const servePage = ({ shop }: Droppoint, write: () => string) =>
  listen(
    (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><html lang="en">${write()}</html>`);
    },
    Number(new URL(shop).port),
  );

/** A button by its name. */
export const button = (name: string) => `//button[starts-with(normalize-space(.), "${name}")]`;

/** Waits until an element is there and visible. */
export async function see(driver: WebDriver, xpath: string): Promise<WebElement> {
  const element = await driver.wait(until.elementLocated(By.xpath(xpath)), EXPECTATION_MS, `none: ${xpath}`);
  return driver.wait(until.elementIsVisible(element), EXPECTATION_MS, `unseen: ${xpath}`);
}

/** Clicks an element as soon as it can be clicked; it may be rendered again meanwhile. */
export async function press(driver: WebDriver, xpath: string): Promise<void> {
  let why: unknown = 'never tried';
  const attempt = async () => {
    try {
      await (await driver.findElement(By.xpath(`${xpath}[not(@disabled)]`))).click();
      return true;
    } catch (error) {
      why = error;
      if (isFrameLost(error)) throw error;
      return false;
    }
  };
  await driver.wait(attempt, EXPECTATION_MS).catch((error: unknown) => {
    throw isFrameLost(error) ? error : new Error(`can't press ${xpath}: ${String(why)}`);
  });
}

const isFrameLost = (error: unknown) =>
  error instanceof driverErrors.NoSuchWindowError || error instanceof driverErrors.NoSuchFrameError;

/** More than the changes of the history in a walk. */
const MAX_LOSSES = 10;

/**
 * Acts in a frame. The driver loses a frame when its history changes, which may be at any time after a press.
 * @param comeIn switches to the frame
 */
export async function actInFrame<Result>(
  comeIn: () => Promise<void>,
  act: () => Promise<Result>,
): Promise<Result> {
  for (let losses = 0; ; losses++) {
    try {
      if (losses > 0) await comeIn();
      return await act();
    } catch (error) {
      if (!isFrameLost(error) || losses === MAX_LOSSES) throw error;
    }
  }
}

/** Waits until something holds. */
export const hold = (driver: WebDriver, what: string, holds: () => Promise<boolean>) =>
  driver.wait(holds, EXPECTATION_MS, `not so: ${what}`);

/** Waits until an element is gone. */
export async function vanish(driver: WebDriver, xpath: string): Promise<void> {
  await hold(driver, `no ${xpath}`, async () => (await driver.findElements(By.xpath(xpath))).length === 0);
}
