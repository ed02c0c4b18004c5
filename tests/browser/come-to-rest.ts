import type { Frame, Page } from '@playwright/test';

/** Frames after which the search field is no longer waited for: where its code can't be had it stays as it is. */
const FRAMES_TO_TAKE_OVER = 600;

/**
 * Waits until what moves has come to rest: colours are mixed on the way, and the first paint's header is in the page, unseen, until its
 * search field has moved into the app.
 */
export const rest = (page: Page | Frame): Promise<void> =>
  page.evaluate(async (most) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const finite = () =>
      document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    for (let count = 0; document.querySelector('#first-paint.replaced') && count < most; count++)
      await frame();
    for (await frame(); finite().length > 0;) await frame();
    await frame();
  }, FRAMES_TO_TAKE_OVER);
