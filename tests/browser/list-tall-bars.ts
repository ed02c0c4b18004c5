import type { Frame, Page } from '@playwright/test';

/** Percent of the window's height that the bar of the chosen point may take, so that there is room for the list. */
const MAX_PERCENT = 40;

/** The bar of the chosen point, where it is too high. */
export const listTallBars = (page: Page | Frame): Promise<string[]> =>
  page.locator('section.chosen').evaluateAll(
    (bars, most) =>
      bars
        .map((bar) => Math.round((bar.getBoundingClientRect().height / innerHeight) * 100))
        .filter((percent) => percent > most)
        .map((percent) => `the bar of the chosen point takes ${percent} % of the window`),
    MAX_PERCENT,
  );
