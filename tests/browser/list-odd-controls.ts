import type { Frame, Page } from '@playwright/test';

/** The design token of all controls, at the usual text size. */
const HEIGHT_PX = 44;

/**
 * Visible controls of another height, with it. Ignores controls with several lines of text (rows,
 * suggestions, a page's actions where their text wraps), and pins.
 */
export const listOddControls = (page: Page | Frame): Promise<string[]> =>
  page.evaluate((wanted) => {
    const controls = 'button, input, select, summary, nav a, a.button, .brand, .chip';
    const others =
      '.row, .stack li .button, button.name, .dp-map *, .leaflet-container *, [type="checkbox"], [type="radio"]';
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      const isSeen = element.checkVisibility({ visibilityProperty: true }) && width > 1;
      if (!isSeen || element.matches(others) || Math.abs(height - wanted) < 0.5) return [];
      if (element.matches('.page .actions .button')) {
        const text = document.createRange();
        text.selectNodeContents(element);
        const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) return [];
      }
      return [`${element.tagName.toLowerCase()}.${element.className} “${element.innerText}” ${height}`];
    });
  }, HEIGHT_PX);

/** Distances of the visible elements from the left edge of what they are in, in pixels; each once, with the first that has it. */
export const listLeftEdges = (
  page: Page | Frame,
  elements: string,
  within: string,
): Promise<[px: number, of: string][]> =>
  page.evaluate(
    ([elements, within]) => {
      const edges = new Map<number, string>();
      for (const element of document.querySelectorAll(elements)) {
        const around = element.closest(within);
        if (around === null || !element.checkVisibility({ visibilityProperty: true })) continue;
        const left = element.getBoundingClientRect().left - around.getBoundingClientRect().left;
        const px = Math.round(left * 10) / 10;
        if (!edges.has(px)) edges.set(px, `${element.tagName.toLowerCase()}.${element.className}`);
      }
      return [...edges];
    },
    [elements, within] as const,
  );
