/** Rendered above and below the viewport, so that fast scrolling doesn't show gaps. */
const OVERSCAN_PIXELS = 263;
/** Limit for any screen size, so that the cost of rendering stays bounded. */
const MAX_PIXELS = 3_167;

/** The visible part of a list, in pixels. */
export interface Viewport {
  top: number;
  height: number;
}

/** Returns the start of a row in pixels. The start of the row after the last one is the end of the list. */
export type OffsetOf = (row: number) => number;

/** The rows to render; `end` is exclusive. */
export function findWindow(
  { top, height }: Viewport,
  offsetOf: OffsetOf,
  count: number,
): { start: number; end: number } {
  const start = findRowAt(top - OVERSCAN_PIXELS, offsetOf, count);
  const bottom = Math.min(top + height + OVERSCAN_PIXELS, offsetOf(start) + MAX_PIXELS);
  return { start, end: Math.min(count, findRowAt(bottom, offsetOf, count) + 1) };
}

/** The row at a position in pixels; outside the list, the first or the last one. */
export function findRowAt(pixels: number, offsetOf: OffsetOf, count: number): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (offsetOf(middle) <= pixels) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The first fully visible row. */
export function findFirstWhole({ top }: Viewport, offsetOf: OffsetOf, count: number): number {
  const row = findRowAt(top, offsetOf, count);
  return offsetOf(row) < top && row < count - 1 ? row + 1 : row;
}

/** Scroll position at which a row is fully visible, as near as possible to the current one. */
export function scrollTopFor({ top, height }: Viewport, offsetOf: OffsetOf, row: number): number {
  const start = offsetOf(row);
  if (start < top) return start;
  return Math.max(top, Math.min(start, offsetOf(row + 1) - height));
}

/**
 * The row that a key leads to.
 * @param row the row that has the focus
 * @param inView number of rows that fit into the viewport
 * @returns null for keys that don't move the focus
 */
export function findRowOfKey(key: string, row: number, inView: number, count: number): number | null {
  const page = Math.max(1, inView - 1);
  const target = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + page,
    PageUp: row - page,
    Home: 0,
    End: count - 1,
  }[key];
  return target === undefined ? null : Math.max(0, Math.min(count - 1, target));
}
