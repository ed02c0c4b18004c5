import type { Locator } from '@playwright/test';

/**
 * Lists the elements that aren't completely visible: cut by the window or a scrolling box, or
 * covered.
 */
export async function listOutOfSight(elements: readonly Locator[]): Promise<string[]> {
  const found: string[] = [];
  for (const element of elements) if (!(await isSeenWhole(element))) found.push(String(element));
  return found;
}

/** Lists the elements that can't be pressed at any scroll position. */
export async function listOutOfReach(elements: readonly Locator[]): Promise<string[]> {
  const found: string[] = [];
  for (const element of elements) {
    const isReached = await element.evaluate((node) => {
      node.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = node.getBoundingClientRect();
      return node.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
    if (!isReached) found.push(String(element));
  }
  return found;
}

const isSeenWhole = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const box = node.getBoundingClientRect();
    const inWindow = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    // The middle of each side, as corners may be round.
    const sides = [
      [box.left + 2, y],
      [box.right - 2, y],
      [x, box.top + 2],
      [x, box.bottom - 2],
    ] as const;
    return inWindow && sides.every(([x, y]) => node.contains(document.elementFromPoint(x, y)));
  });
