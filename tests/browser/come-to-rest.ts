import type { Frame, Page } from '@playwright/test';

/** Waits until what moves has come to rest: colours are mixed on the way. */
export const rest = (page: Page | Frame): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const finite = () =>
      document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    for (await frame(); finite().length > 0;) await frame();
    await frame();
  });
