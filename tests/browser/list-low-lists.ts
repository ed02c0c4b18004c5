import type { Frame, Page } from '@playwright/test';

/** Percent of the window's height that the rows keep beside messages and the bar of the chosen point. */
const MIN_PERCENT = 20;

/** The list of points, where its rows have too little room. */
export const listLowLists = (page: Page | Frame): Promise<string[]> =>
  page.locator('.list .scroller').evaluateAll(
    (lists, least) =>
      lists
        .filter((list) => list.checkVisibility({ visibilityProperty: true }))
        .map((list) => Math.round((list.clientHeight / innerHeight) * 100))
        .filter((percent) => percent < least)
        .map((percent) => `the rows have ${percent} % of the window`),
    MIN_PERCENT,
  );
