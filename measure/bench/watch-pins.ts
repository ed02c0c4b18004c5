import type { Frame, Page } from '@playwright/test';

declare global {
  interface Window {
    /** Wall-clock times in milliseconds. */
    seen: {
      /** When the first pins appeared on the screen. */
      first: number | null;
      /** When the first pins appeared on which a press takes effect: dots of src/first-view, whose press the app carries out, or its own pins. */
      pressable: number | null;
      /** When the first pins appeared that answer a press at once. */
      answering: number | null;
      /** When the last change of the pins' texts appeared on the screen. */
      last: number | null;
      /** When a search field appeared that accepts input. */
      field: number | null;
    };
  }
}

/**
 * Records in the page when pins are painted: the second frame after they were added to the document.
 * @param pins selector of the pins
 */
export async function watchPins(page: Page, pins: string): Promise<void> {
  // No named functions in here: the TypeScript loader would wrap them in a helper that the page doesn't have.
  await page.addInitScript((selector) => {
    window.seen = { first: null, pressable: null, answering: null, last: null, field: null };
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
          if (document.querySelector('#first-pins > i, .dp-pin') !== null)
            window.seen.pressable ??= window.seen.last;
          if (document.querySelector('.dp-pin') !== null) window.seen.answering ??= window.seen.last;
        }),
      );
    }).observe(document, { childList: true, subtree: true, attributeFilter: ['hidden'] });
  }, pins);
}

/** @returns the wall-clock time of the first pins in milliseconds, or null if they didn't appear in time */
export async function waitForPins(page: Page | Frame, timeoutMs: number): Promise<number | null> {
  const handle = await page
    .waitForFunction(() => window.seen.first, null, { timeout: timeoutMs, polling: 50 })
    .catch(() => null);
  return handle === null ? null : handle.jsonValue();
}
