/** Rows rendered above and below the viewport, so that fast scrolling doesn't show gaps. */
const OVERSCAN_ROWS = 3;
/** Limit for any screen size, so that the cost of rendering stays bounded. */
const MAX_ROWS = 36;

export interface Scroll {
  /** Pixels. */
  top: number;
  height: number;
  rowHeight: number;
}

/** The rows to render; `end` is exclusive. All rows have the same height, so nothing is measured and nothing shifts. */
export function findWindow(
  { top, height, rowHeight }: Scroll,
  count: number,
): { start: number; end: number } {
  const start = Math.min(count, Math.max(0, Math.floor(top / rowHeight) - OVERSCAN_ROWS));
  const last = Math.ceil((top + height) / rowHeight) + OVERSCAN_ROWS;
  return { start, end: Math.max(start, Math.min(count, last, start + MAX_ROWS)) };
}

/** The first fully visible row. */
export function findFirstWhole({ top, rowHeight }: Scroll, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.ceil(top / rowHeight)));
}

/** Scroll position at which a row is fully visible, as near as possible to the current one. */
export function scrollTopFor({ top, height, rowHeight }: Scroll, row: number): number {
  const start = row * rowHeight;
  if (start < top) return start;
  return Math.max(top, Math.min(start, start + rowHeight - height));
}

/**
 * The row that a key leads to.
 * @param row the row that has the focus
 * @returns null for keys that don't move the focus
 */
export function findRowOfKey(key: string, row: number, { height, rowHeight }: Scroll, count: number) {
  const page = Math.max(1, Math.floor(height / rowHeight) - 1);
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
