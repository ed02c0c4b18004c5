import type { Page } from '@playwright/test';

/** What of the page sticks out of the window sideways, and targets smaller than 44 px (links within text aside). */
export const findMisfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const targets = document.querySelectorAll<HTMLElement>(
      'main :is(button, summary, input, a, [role="option"])',
    );
    const small = [...targets]
      .filter((target) => target.checkVisibility() && target.closest('.dp-credit, [inert], .dp-pin') === null)
      .filter((target) => {
        // The whole box of the search field leads into it.
        const { width, height } = target.getBoundingClientRect();
        return Math.min(width, height) < 43.9;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 80));
    return [...(wide > 0 ? [`${wide} px too wide`] : []), ...small];
  });
