import type { Frame, Page } from '@playwright/test';

declare global {
  interface Window {
    /** Wall clock, milliseconds. */
    seen: {
      /** When the first pins were on the screen. */
      first: number | null;
      /** When the first pins that can be pressed were. */
      pressable: number | null;
      /** When the last change of what the pins say was on the screen. */
      last: number | null;
      /** When a search field that can be typed into was. */
      field: number | null;
    };
  }
}

/**
 * Has the page note when pins are painted: the second frame after they came into the document.
 * @param pins selects them
 */
export async function watchPins(page: Page, pins: string): Promise<void> {
  // No function in here has a name of its own: what runs TypeScript on Node would wrap it in a helper that no page has.
  await page.addInitScript((selector) => {
    window.seen = { first: null, pressable: null, last: null, field: null };
    let before = '';
    let fieldCame = false;
    new MutationObserver(() => {
      const field = fieldCame ? null : document.querySelector<HTMLInputElement>('input:enabled');
      if (field !== null && field.checkVisibility()) {
        fieldCame = true;
        requestAnimationFrame(() =>
          requestAnimationFrame(() => (window.seen.field = performance.timeOrigin + performance.now())),
        );
      }
      const now = [...document.querySelectorAll(selector)].map((pin) => `[${pin.textContent}]`).join('');
      if (now === before) return;
      before = now;
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          window.seen.last = performance.timeOrigin + performance.now();
          window.seen.first ??= window.seen.last;
          if (document.querySelector('.dp-pin') !== null) window.seen.pressable ??= window.seen.last;
        }),
      );
    }).observe(document, { childList: true, subtree: true, attributeFilter: ['hidden'] });
  }, pins);
}

/** @returns the moment of the first pins, wall clock in milliseconds, or null when they did not come in time */
export async function waitForPins(page: Page | Frame, timeoutMs: number): Promise<number | null> {
  const handle = await page
    .waitForFunction(() => window.seen.first, null, { timeout: timeoutMs, polling: 50 })
    .catch(() => null);
  return handle === null ? null : handle.jsonValue();
}
