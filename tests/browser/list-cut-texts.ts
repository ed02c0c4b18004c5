import type { Page } from '@playwright/test';

/**
 * Texts that are cut: at the bottom, where nothing scrolls, or as digits that are wider than their circle. Not counted: a row's lines of
 * whole words, which a point's card shows in full.
 */
export const listCutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const inside = [...document.querySelectorAll('main *')].filter(
      (element) =>
        element.closest('.leaflet-container, .visually-hidden, svg, .line.state, .line.why') === null &&
        element.checkVisibility() &&
        ['hidden', 'clip'].includes(getComputedStyle(element).overflowY) &&
        element.clientHeight > 1 &&
        element.scrollHeight > element.clientHeight + 1,
    );
    const discs = [...document.querySelectorAll('.dp-disc')].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    );
    return [...inside, ...discs].map(
      ({ tagName, className, textContent }) => `${tagName} ${className}: ${textContent.trim().slice(0, 60)}`,
    );
  });

/** Why points don't suit, where it isn't seen whole in the point's row. */
export const listCutReasons = (page: Page): Promise<string[]> =>
  page.locator('.row .why').evaluateAll((reasons) =>
    reasons
      .filter((reason) => {
        const { top, bottom } = reason.getBoundingClientRect();
        const row = reason.closest('.row')!.getBoundingClientRect();
        const isWider = reason.scrollWidth > reason.clientWidth + 1;
        const isHigher = reason.scrollHeight > reason.clientHeight + 1;
        return isWider || isHigher || top < row.top || bottom > row.bottom;
      })
      .map(({ textContent }) => textContent),
  );
