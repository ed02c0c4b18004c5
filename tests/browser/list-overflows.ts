import type { Frame, Page } from '@playwright/test';

/**
 * Elements that overflow the window sideways, or overflow a part of the page that clips or scrolls. Not counted: text cut with an
 * ellipsis, which a point's card shows in full, the single line of quick filters, which is swiped or scrolled by the focus, code, and
 * tables of figures, which are scrolled by keyboard too.
 */
export const listOverflows = (page: Page | Frame): Promise<string[]> =>
  page.evaluate(() => {
    const intended = (element: Element) =>
      element.matches('.quick, pre, [role="region"][tabindex="0"]') ||
      getComputedStyle(element).textOverflow === 'ellipsis';
    const tooWide = [...document.querySelectorAll('html, main, main *')].filter(
      (element) =>
        element.closest('.leaflet-container, .visually-hidden, svg') === null &&
        element.checkVisibility() &&
        (element.matches('html') || getComputedStyle(element).overflowX !== 'visible') &&
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + 1 &&
        !intended(element),
    );
    return tooWide.map(({ tagName, className }) => `${tagName} ${className}`);
  });
