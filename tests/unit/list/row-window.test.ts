import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findFirstWhole, findRowOfKey, findWindow, scrollTopFor } from '../../../src/lib/list/row-window.ts';

const someViewport = fc.record({
  top: fc.nat({ max: 40_000 }),
  height: fc.integer({ min: 300, max: 2_600 }),
});
/** Rows of one height, or of different ones. */
const someRows = fc.oneof(
  fc
    .record({ rowHeight: fc.integer({ min: 40, max: 240 }), count: fc.integer({ min: 1, max: 300 }) })
    .map(({ rowHeight, count }) => ({ count, offsetOf: (row: number) => row * rowHeight })),
  fc.array(fc.integer({ min: 40, max: 240 }), { minLength: 1, maxLength: 300 }).map((heights) => {
    let end = 0;
    const offsets = [0, ...heights.map((height) => (end += height))];
    return { count: heights.length, offsetOf: (row: number) => offsets[row]! };
  }),
);
const EVEN = (row: number) => row * 100;

it('every row in view is rendered', () => {
  fc.assert(
    fc.property(someViewport, someRows, (viewport, { offsetOf, count }) => {
      const { start, end } = findWindow(viewport, offsetOf, count);
      for (let row = 0; row < count; row++) {
        const inView = offsetOf(row) < viewport.top + viewport.height && offsetOf(row + 1) > viewport.top;
        if (inView) expect(row >= start && row < end).toBe(true);
      }
    }),
  );
});

it('few rows out of view are rendered: at most three above and three below in the list of points', () => {
  expect(findWindow({ top: 0, height: 440 }, (row) => row * 88, 300)).toEqual({ start: 0, end: 8 });
  expect(findWindow({ top: 8_800, height: 440 }, (row) => row * 88, 300)).toEqual({ start: 97, end: 108 });
});

it('at most 3,168 pixels of rows are rendered, however high the screen', () => {
  expect(findWindow({ top: 0, height: 9_000 }, (row) => row * 88, 300)).toEqual({ start: 0, end: 36 });
});

it('nothing is rendered of an empty list', () => {
  expect(findWindow({ top: 0, height: 500 }, EVEN, 0)).toEqual({ start: 0, end: 0 });
});

it('scrolling to a row shows it whole, and moves nothing if it is visible already', () => {
  fc.assert(
    fc.property(someViewport, someRows, fc.nat({ max: 299 }), (viewport, { offsetOf, count }, some) => {
      const row = some % count;
      const top = scrollTopFor(viewport, offsetOf, row);
      expect(offsetOf(row) >= top && offsetOf(row + 1) <= top + viewport.height).toBe(true);
      expect(scrollTopFor({ ...viewport, top }, offsetOf, row)).toBe(top);
    }),
  );
});

it('the first whole row begins within the view', () => {
  expect(findFirstWhole({ top: 0, height: 500 }, EVEN, 10)).toBe(0);
  expect(findFirstWhole({ top: 101, height: 500 }, EVEN, 10)).toBe(2);
  expect(findFirstWhole({ top: 200, height: 500 }, EVEN, 10)).toBe(2);
  expect(findFirstWhole({ top: 5_000, height: 500 }, EVEN, 10)).toBe(9);
});

it('arrow keys move by one row, page keys by a view, Home and End to the ends; other keys do nothing', () => {
  const rowsOf = (row: number) =>
    ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'a'].map((key) =>
      findRowOfKey(key, row, 5, 20),
    );
  expect(rowsOf(10)).toEqual([11, 9, 14, 6, 0, 19, null]);
  expect(rowsOf(0)).toEqual([1, 0, 4, 0, 0, 19, null]);
  expect(rowsOf(19)).toEqual([19, 18, 19, 15, 0, 19, null]);
});
