import type { Page } from '@playwright/test';

/**
 * Gives a page the direction of a right-to-left language, none of which is supported yet; call before opening the page.
 */
export const turnRound = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.defineProperty(HTMLElement.prototype, 'dir', {
      set(this: HTMLElement) {
        this.setAttribute('dir', 'rtl');
      },
    });
  });
