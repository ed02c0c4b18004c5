import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findFirstWhole, findWindow, scrollTopFor } from '../../../src/lib/list/row-window.ts';

const someScroll = fc.record({
  top: fc.nat({ max: 40_000 }),
  height: fc.integer({ min: 100, max: 2_400 }),
  rowHeight: fc.integer({ min: 80, max: 240 }),
});
const someCount = fc.integer({ min: 1, max: 300 });

it('every row in view is drawn, and never more than 36', () => {
  fc.assert(
    fc.property(someScroll, someCount, (scroll, count) => {
      const { start, end } = findWindow(scroll, count);
      expect(end - start).toBeLessThanOrEqual(36);
      for (let row = 0; row < count; row++) {
        const inView =
          row * scroll.rowHeight < scroll.top + scroll.height && (row + 1) * scroll.rowHeight > scroll.top;
        if (inView) expect(row >= start && row < end).toBe(true);
      }
    }),
  );
});

it('scrolling to a row shows it whole, and moves nothing where it is seen whole already', () => {
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

it('the first row seen whole begins in the view', () => {
  expect(findFirstWhole({ top: 0, height: 500, rowHeight: 100 }, 10)).toBe(0);
  expect(findFirstWhole({ top: 101, height: 500, rowHeight: 100 }, 10)).toBe(2);
  expect(findFirstWhole({ top: 5_000, height: 500, rowHeight: 100 }, 10)).toBe(9);
});
