// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { RowHeights } from '../../../src/lib/list/row-heights.svelte.ts';
import { VirtualList } from '../../../src/lib/list/virtual-list.svelte.ts';

const ROW_HEIGHT = 100;

/** A list of `amount` rows in a viewport of 300 pixels, which renders them as the components do. */
function draw(amount: number, pinnedId: string | null = null, headHeight = 0) {
  const scroller = document.createElement('div');
  scroller.tabIndex = -1;
  document.body.append(scroller);
  const ids = $state(Array.from({ length: amount }, (_, at) => `PL_${at}`));
  const list = new VirtualList({
    ids: () => ids,
    rowHeight: ROW_HEIGHT,
    pinnedId: () => pinnedId,
    headHeight: () => headHeight,
    focusable: ' button',
  });
  Object.assign(list, { scroller, height: 300 });
  const redraw = () => {
    const existing = new Map([...scroller.children].map((item) => [item.id, item]));
    const items = list.drawn.map((at) => {
      const id = ids[at]!;
      const item = existing.get(id) ?? document.createElement('li');
      if (!existing.has(id)) item.append(document.createElement('button'));
      Object.assign(item, { id });
      item.setAttribute('data-index', String(at));
      return item;
    });
    // Rows that stay are not touched, so that they keep the focus.
    for (const item of existing.values()) if (!items.includes(item)) item.remove();
    for (const item of items) if (!item.isConnected) scroller.append(item);
  };
  redraw();
  /** Changes something, and renders the rows again. */
  const change = async (act: () => void) => {
    act();
    const isStored = list.retainFocus();
    redraw();
    await isStored;
  };
  return {
    list,
    ids,
    change,
    /** Scrolls until a row is the first in view. */
    scroll: (first: number) =>
      change(() => {
        scroller.scrollTop = first * ROW_HEIGHT;
        list.onscroll();
      }),
    press: async (index: number) => {
      const isThere = list.goTo(index);
      redraw();
      await isThere;
    },
  };
}

/** Id of the focused row; `list`: the list itself; `page`: nothing has the focus. */
function focused(): string {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return 'page';
  return activeElement.parentElement?.id || 'list';
}

afterEach(() => document.body.replaceChildren());

describe('the row in the tab order', () => {
  it('the first row in view is in the tab order while no row has the focus', async () => {
    const { list, scroll } = draw(100);
    expect(list.activeIndex).toBe(0);
    await scroll(40);
    expect(list.activeIndex).toBe(40);
  });

  it('a focused row stays in the tab order wherever the list is scrolled, until the focus leaves', async () => {
    const { list, scroll, press } = draw(100);
    await press(2);
    await scroll(40);
    expect([list.activeIndex, focused()]).toEqual([2, 'PL_2']);
    (document.activeElement as HTMLElement).blur();
    await scroll(41);
    expect(list.activeIndex).toBe(41);
  });
});

describe('the rendered rows', () => {
  it('a pinned row is rendered in its place wherever the list is scrolled', async () => {
    const { list, scroll } = draw(100, 'PL_7');
    await scroll(40);
    expect(list.drawn.slice(0, 2)).toEqual([7, 37]);
    expect(list.drawn).toHaveLength(10);
  });

  it('a row below a head that covers rows is scrolled into view', () => {
    const { list } = draw(100, null, 50);
    list.scrollToRow(20);
    expect(list.top).toBe(20 * ROW_HEIGHT + ROW_HEIGHT - (300 - 50));
  });
});

describe('rows of different heights', () => {
  const ids = Array.from({ length: 100 }, (_, at) => `PL_${at}`);
  /** A list of rows that are at least 100 pixels high. */
  function drawUneven() {
    const heights = new RowHeights(
      () => ids,
      () => ROW_HEIGHT,
    );
    const list = new VirtualList({
      ids: () => ids,
      rowHeight: ROW_HEIGHT,
      offsetOf: (row) => heights.offsets[row]!,
      focusable: '',
    });
    Object.assign(list, { scroller: document.createElement('div'), height: 300 });
    return { heights, list };
  }

  it('each row begins where the one before it ends, and is at least as high as a row that isn’t rendered yet', () => {
    const { heights } = drawUneven();
    heights.store({ PL_0: 150, PL_1: 40 });
    expect(heights.offsets.slice(0, 4)).toEqual([0, 150, 250, 350]);
    heights.store({ PL_2: 120, gone: 900 });
    expect(heights.offsets.at(-1)).toBe(100 * ROW_HEIGHT + 50 + 20);
    expect([heights.differ({ PL_0: 150 }), heights.differ({ PL_0: 151 })]).toEqual([false, true]);
  });

  it('rows in view stay where they are when a row above them turns out to be higher', () => {
    const { heights, list } = drawUneven();
    list.scrollTo(40 * ROW_HEIGHT + 30);
    list.resizeRows(() => heights.store({ PL_3: 150, PL_40: 180, PL_41: 120 }));
    expect(list.top).toBe(40 * ROW_HEIGHT + 50 + 30);
    expect(list.window.start).toBe(37);
  });

  it('the top of the list stays in view when its first row grows', () => {
    const { heights, list } = drawUneven();
    list.resizeRows(() => heights.store({ PL_0: 180 }));
    expect(list.top).toBe(0);
  });
});

describe('keys in the list', () => {
  it('a key moves the focus to a row that isn’t drawn yet', async () => {
    const { press } = draw(100);
    await press(99);
    expect(focused()).toBe('PL_99');
  });
});

describe('the focus when rows change', () => {
  it('the focus stays on its row at its new position', async () => {
    const { list, ids, change, press } = draw(100);
    await press(2);
    await change(() => ids.splice(0, 1));
    expect([list.activeIndex, focused()]).toEqual([1, 'PL_2']);
  });

  it('the focus moves to the first row in view if its row is gone', async () => {
    const { ids, change, press } = draw(100);
    await press(2);
    await change(() => ids.splice(2, 1));
    expect(focused()).toBe('PL_0');
  });

  it('the focus moves to the list if no row is left', async () => {
    const { ids, change, press } = draw(100);
    await press(2);
    await change(() => ids.splice(0));
    expect(focused()).toBe('list');
  });

  it('the focus stays on the list itself', async () => {
    const { list, ids, change } = draw(100);
    list.scroller?.focus();
    await change(() => ids.splice(0, 1));
    expect(focused()).toBe('list');
  });

  it('the focus stays outside the list', async () => {
    const { ids, change } = draw(100);
    await change(() => ids.splice(0, 1));
    expect(focused()).toBe('page');
  });
});

describe('a list that takes the focus', () => {
  it('a list gives the focus to the first row in view', async () => {
    const { list, scroll } = draw(100);
    await scroll(40);
    list.takeFocus();
    expect(focused()).toBe('PL_40');
  });

  it('a list keeps the focus itself until there are rows', async () => {
    const { list, ids, change } = draw(0);
    list.takeFocus();
    expect(focused()).toBe('list');
    await change(() => ids.push('PL_7'));
    expect(focused()).toBe('PL_7');
  });

  it('a list that got the focus later keeps it', async () => {
    const { list, ids, change } = draw(0);
    list.takeFocus();
    await change(() => ids.push('PL_7'));
    list.scroller?.focus();
    await change(() => ids.push('PL_8'));
    expect(focused()).toBe('list');
  });

  it('a list leaves the focus where the shopper has moved it meanwhile', async () => {
    const { list, ids, change } = draw(0);
    list.takeFocus();
    (document.activeElement as HTMLElement).blur();
    await change(() => ids.push('PL_7'));
    expect(focused()).toBe('page');
  });
});
