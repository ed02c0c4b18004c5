import type { BrowserContext, Frame, Locator, Page } from '@playwright/test';

/** Frames after which the search field is no longer waited for: it stays unchanged where its code can't be loaded. */
const FRAMES_TO_TAKE_OVER = 600;

/**
 * Waits until all animations and transitions have ended (until then colours are mixed), and until the search field of the first
 * paint's header has moved into the app; that header stays in the page, hidden, until then.
 */
export const rest = (page: Page | Frame): Promise<void> =>
  page.evaluate(async (most) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // The list keeps finished animations of collapsed content, as in a closed `details`.
    const finite = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
        );
    for (let count = 0; document.querySelector('#first-paint.replaced') && count < most; count++)
      await frame();
    for (await frame(); finite().length > 0;) await frame();
    await frame();
  }, FRAMES_TO_TAKE_OVER);

/** Frames after which an element that never rests is no longer waited for. */
const FRAMES_TO_REST = 900;

/**
 * Waits until, for `frames` frames in a row, nothing in an element changes and nothing in its document moves: a map after a
 * click, a list being filled.
 */
export const still = (area: Locator, frames = 30): Promise<void> =>
  area.first().evaluate(
    async (element, { frames, most }) => {
      let quiet = 0;
      const observer = new MutationObserver(() => (quiet = 0));
      observer.observe(element, { subtree: true, childList: true, attributes: true, characterData: true });
      const moves = () =>
        element.ownerDocument
          .getAnimations()
          .some(
            ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
          );
      for (let count = 0; quiet < frames && count < most; count++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        quiet = moves() ? 0 : quiet + 1;
      }
      observer.disconnect();
    },
    { frames, most: FRAMES_TO_REST },
  );

/** Holds back a page's requests for matching files, as on a slow link. @returns a function that lets them pass */
export async function holdBack(page: Page | BrowserContext, address: RegExp): Promise<() => void> {
  let letCome = () => {};
  const held = new Promise<void>((resolve) => (letCome = resolve));
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return letCome;
}
