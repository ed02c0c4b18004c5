import type { Page } from '@playwright/test';
import type { Hand } from './hand.ts';

const DRAG_STEPS = 12;

export function createPlaywrightHand(page: Page): Hand {
  return {
    open: async (address) => void (await page.goto(address)),
    run: <Given, Result>(act: (given: Given) => Result | Promise<Result>, given: Given) =>
      page.evaluate(act as (given: unknown) => unknown, given) as Promise<Result>,
    press: ({ x, y }) => page.mouse.click(x, y),
    async drag(from, to) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: DRAG_STEPS });
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    // Nothing about the page is changed for it: hiding the caret would need a style that the page's policy forbids.
    takePicture: async () => (await page.screenshot({ caret: 'initial' })).toString('base64'),
  };
}
