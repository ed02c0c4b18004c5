import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findFirstWhole, findRowOfKey, findWindow, scrollTopFor } from '../../../src/lib/list/row-window.ts';

const someScroll = fc.record({
  top: fc.nat({ max: 40_000 }),
  height: fc.integer({ min: 100, max: 2_200 }),
  rowHeight: fc.integer({ min: 80, max: 240 }),
});
const someCount = fc.integer({ min: 1, max: 300 });

it('every row in view is rendered', () => {
  fc.assert(
    fc.property(someScroll, someCount, (scroll, count) => {
      const { start, end } = findWindow(scroll, count);
      for (let row = 0; row < count; row++) {
        const inView =
          row * scroll.rowHeight < scroll.top + scroll.height && (row + 1) * scroll.rowHeight > scroll.top;
        if (inView) expect(row >= start && row < end).toBe(true);
      }
    }),
  );
});

it('at most 36 rows are rendered, however high the screen', () => {
  expect(findWindow({ top: 0, height: 9_000, rowHeight: 80 }, 300)).toEqual({ start: 0, end: 36 });
});

it('scrolling to a row shows it whole, and moves nothing if it is visible already', () => {
  fc.assert(
    fc.property(someScroll, someCount, (scroll, row) => {
      const top = scrollTopFor(scroll, row);
      const start = row * scroll.rowHeight;
      if (scroll.height >= scroll.rowHeight) {
        expect(start >= top && start + scroll.rowHeight <= top + scroll.height).toBe(true);
      }
      expect(scrollTopFor({ ...scroll, top }, row)).toBe(top);
    }),
  );
});

it('the first whole row begins within the view', () => {
  expect(findFirstWhole({ top: 0, height: 500, rowHeight: 100 }, 10)).toBe(0);
  expect(findFirstWhole({ top: 101, height: 500, rowHeight: 100 }, 10)).toBe(2);
  expect(findFirstWhole({ top: 5_000, height: 500, rowHeight: 100 }, 10)).toBe(9);
});

it('arrow keys move by one row, page keys by a view, Home and End to the ends; other keys do nothing', () => {
  const scroll = { top: 0, height: 500, rowHeight: 100 };
  const rowsOf = (row: number) =>
    ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'a'].map((key) =>
      findRowOfKey(key, row, scroll, 20),
    );
  expect(rowsOf(10)).toEqual([11, 9, 14, 6, 0, 19, null]);
  expect(rowsOf(0)).toEqual([1, 0, 4, 0, 0, 19, null]);
  expect(rowsOf(19)).toEqual([19, 18, 19, 15, 0, 19, null]);
});
