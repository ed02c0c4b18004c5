import type { Frame, Page } from '@playwright/test';

/**
 * Lists faults in the lower corners of a visible map: the scale bar must be at the left, beside the
 * credits or above them.
 */
export const listMapCorners = (page: Page | Frame): Promise<string[]> =>
  page.evaluate(() => {
    const [scale, credits] = ['.dp-scale', '.dp-credit'].map((part) => document.querySelector(part));
    if (!scale?.checkVisibility() || !credits?.checkVisibility()) return [];
    const [bar, line] = [scale.getBoundingClientRect(), credits.getBoundingClientRect()];
    if (bar.width === 0 || line.width === 0) return [];
    return [
      bar.right > line.left && bar.bottom > line.top ? 'the scale bar lies on the credits' : '',
      Math.round(line.right) === innerWidth ? '' : 'the credits don’t stand at the right',
      bar.left < innerWidth / 4 ? '' : 'the scale bar doesn’t stand at the left',
    ].filter((line) => line !== '');
  });
