import type { Page } from '@playwright/test';

/**
 * What sticks out of the window sideways, or out of a part of the page that hides or scrolls what sticks out. Not counted: words cut
 * short with an ellipsis, which a point's card has whole, and the one line of quick filters, which is swept or scrolled to by the focus.
 */
export const listOverflows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const meant = (element: Element) =>
      element.matches('.quick') || getComputedStyle(element).textOverflow === 'ellipsis';
    const tooWide = [...document.querySelectorAll('html, main, main *')].filter(
      (element) =>
        element.closest('.leaflet-container, .visually-hidden, svg') === null &&
        element.checkVisibility() &&
        (element.matches('html') || getComputedStyle(element).overflowX !== 'visible') &&
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + 1 &&
        !meant(element),
    );
    return tooWide.map(({ tagName, className }) => `${tagName} ${className}`);
  });
