import { Origin, type WebDriver } from 'selenium-webdriver';
import type { Hand } from './hand.ts';

const DRAG_STEPS = 12;
const STEP_MS = 16;

export function createWebDriverHand(driver: WebDriver): Hand {
  return {
    open: (address) => driver.get(address),
    async run<Given, Result>(act: (given: Given) => Result | Promise<Result>, given: Given) {
      const { result, error } = await driver.executeAsyncScript<{ result: Result; error?: string }>(
        `Promise.resolve(arguments[0]).then(${act.toString()}).then(
          (result) => arguments[1]({ result }),
          (error) => arguments[1]({ error: String(error) }),
        )`,
        given,
      );
      if (error !== undefined) throw new Error(error);
      return result;
    },
    press: ({ x, y }) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), duration: 0, origin: Origin.VIEWPORT })
        .click()
        .perform(),
    async drag(from, to) {
      const moveTo = (share: number, duration: number) => ({
        x: Math.round(from.x + (to.x - from.x) * share),
        y: Math.round(from.y + (to.y - from.y) * share),
        duration,
        origin: Origin.VIEWPORT,
      });
      const actions = driver.actions().move(moveTo(0, 0)).press();
      for (let step = 1; step <= DRAG_STEPS; step++) actions.move(moveTo(step / DRAG_STEPS, STEP_MS));
      await actions.release().perform();
    },
    type: (text) => driver.actions().sendKeys(text).perform(),
    takePicture: () => driver.takeScreenshot(),
  };
}
