import type { Page } from '@playwright/test';

/** Sets a page's default text size, as in the browser's settings; call before opening the page. @param px font size of `html` */
export const enlargeText = (page: Page, px: number): Promise<unknown> =>
  page.addInitScript((px) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      document.documentElement.style.fontSize = `${px}px`;
    }).observe(document, { childList: true });
  }, px);
