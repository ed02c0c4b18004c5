import type { Frame, Page } from '@playwright/test';

/** The project's own minimum. */
const MIN_PX = 44;
/** WCAG 2.2 AA (2.5.8): enough for links within lines of small print. */
const MIN_IN_TEXT_PX = 24;

/** Targets smaller than 44 × 44 pixels, or as a link within text less than 24 high, with their size. */
export const listSmallTargets = (page: Page | Frame): Promise<string[]> =>
  page.evaluate(
    ([alone, inText]) => {
      const pressed = 'a[href], button, input, select, textarea, summary, [role="option"]';
      return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((element) => {
        // A chip's target is its whole label, not its hidden box; a button's includes the area of its `::after`.
        const spread = getComputedStyle(element, '::after').position === 'absolute' && element.offsetParent;
        const whole = element.closest('label') ?? (spread || element);
        const { width, height } = whole.getBoundingClientRect();
        const seen = element.checkVisibility({ visibilityProperty: true }) && width > 1;
        const isText = element.matches('p a, .dp-credit a');
        // Tolerates rounded fractions of a pixel.
        const least = (isText ? inText : alone) - 0.5;
        if (!seen || ((isText || width >= least) && height >= least)) return [];
        const name = element.getAttribute('aria-label') ?? element.innerText.trim().slice(0, 40);
        return [`${element.tagName.toLowerCase()} “${name}” ${width.toFixed(0)} × ${height.toFixed(0)}`];
      });
    },
    [MIN_PX, MIN_IN_TEXT_PX] as const,
  );
