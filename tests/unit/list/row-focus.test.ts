// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { createRowFocus } from '../../../src/lib/list/row-focus.svelte.ts';

/** A list that draws `amount` rows from the first in view, and the one in the tab order, as RowScroller.svelte does. */
function draw(amount: number, seen = 3) {
  const scroller = document.createElement('div');
  scroller.tabIndex = -1;
  document.body.append(scroller);
  const list = {
    scroller,
    rows: Array.from({ length: amount }, (_, at) => ({ point: { id: `PL_${at}` } })),
    firstInView: 0,
  };
  const focus = createRowFocus(
    () => list.scroller,
    () => list.rows,
    () => list.firstInView,
  );
  const redraw = () => {
    const existing = new Map([...scroller.children].map((item) => [item.id, item]));
    const items = list.rows.flatMap(({ point }, at) => {
      const isSeen = at >= list.firstInView && at < list.firstInView + seen;
      if (!isSeen && at !== focus.index()) return [];
      const item = existing.get(point.id) ?? document.createElement('li');
      if (!existing.has(point.id)) item.append(document.createElement('button'));
      Object.assign(item, { id: point.id });
      item.setAttribute('data-index', String(at));
      return [item];
    });
    // Rows that stay are not touched, so that they keep the focus.
    for (const item of existing.values()) if (!items.includes(item)) item.remove();
    for (const item of items) if (!item.isConnected) scroller.append(item);
  };
  redraw();
  return {
    list,
    focus,
    /** Draws the rows again after a change. */
    change: async (act: () => void) => {
      act();
      const isKept = focus.preserve();
      redraw();
      await isKept;
    },
    /** Scrolls until a row is the first in view. */
    scroll: async (first: number) => {
      list.firstInView = first;
      focus.letGo();
      const isKept = focus.preserve();
      redraw();
      await isKept;
    },
    press: async (index: number) => {
      const isThere = focus.move(index);
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
    const { focus, scroll } = draw(100);
    expect(focus.index()).toBe(0);
    await scroll(40);
    expect(focus.index()).toBe(40);
  });

  it('a focused row stays in the tab order wherever the list is scrolled, until the focus leaves', async () => {
    const { focus, scroll, press } = draw(100);
    await press(2);
    await scroll(40);
    expect([focus.index(), focused()]).toEqual([2, 'PL_2']);
    (document.activeElement as HTMLElement).blur();
    await scroll(41);
    expect(focus.index()).toBe(41);
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
    const { list, focus, change, press } = draw(100);
    await press(2);
    await change(() => list.rows.splice(0, 1));
    expect([focus.index(), focused()]).toEqual([1, 'PL_2']);
  });

  it('the focus moves to the first row in view if its row is gone', async () => {
    const { list, change, press } = draw(100);
    await press(2);
    await change(() => list.rows.splice(2, 1));
    expect(focused()).toBe('PL_0');
  });

  it('the focus moves to the list if no row is left', async () => {
    const { list, change, press } = draw(100);
    await press(2);
    await change(() => list.rows.splice(0));
    expect(focused()).toBe('list');
  });

  it('the focus stays on the list itself', async () => {
    const { list, change } = draw(100);
    list.scroller.focus();
    await change(() => list.rows.splice(0, 1));
    expect(focused()).toBe('list');
  });

  it('the focus stays outside the list', async () => {
    const { list, change } = draw(100);
    await change(() => list.rows.splice(0, 1));
    expect(focused()).toBe('page');
  });
});

describe('a list that takes the focus', () => {
  it('a list gives the focus to the first row in view', async () => {
    const { focus, scroll } = draw(100);
    await scroll(40);
    focus.take();
    expect(focused()).toBe('PL_40');
  });

  it('a list keeps the focus itself until there are rows', async () => {
    const { list, focus, change } = draw(0);
    focus.take();
    expect(focused()).toBe('list');
    await change(() => list.rows.push({ point: { id: 'PL_7' } }));
    expect(focused()).toBe('PL_7');
  });

  it('a list that got the focus later keeps it', async () => {
    const { list, focus, change } = draw(0);
    focus.take();
    await change(() => list.rows.push({ point: { id: 'PL_7' } }));
    list.scroller.focus();
    await change(() => list.rows.push({ point: { id: 'PL_8' } }));
    expect(focused()).toBe('list');
  });

  it('a list leaves the focus where the shopper has moved it meanwhile', async () => {
    const { list, focus, change } = draw(0);
    focus.take();
    (document.activeElement as HTMLElement).blur();
    await change(() => list.rows.push({ point: { id: 'PL_7' } }));
    expect(focused()).toBe('page');
  });
});
