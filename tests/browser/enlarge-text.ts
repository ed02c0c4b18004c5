import type { Page } from '@playwright/test';

/** Sets the size of a page's text as a person does in the browser's settings; call it before the page is opened. @param px of `html` */
export const enlargeText = (page: Page, px: number): Promise<unknown> =>
  page.addInitScript((px) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      document.documentElement.style.fontSize = `${px}px`;
    }).observe(document, { childList: true });
  }, px);
