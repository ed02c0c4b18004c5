import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdPage } from '../../../src/widget/modal.ts';

/** As much of a page as holds still beneath a dialog. */
let entries: unknown[];
const style = { overflow: '' };
let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  entries = [{ router: 'of the shop' }];
  style.overflow = 'clip';
  vi.stubGlobal('document', { documentElement: { style } });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('history', {
    get state() {
      return entries.at(-1);
    },
    pushState: (state: unknown) => entries.push(state),
    back: () => entries.pop(),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the page beneath an open dialog', () => {
  it('holds still, and goes on as it was', () => {
    const letGo = holdPage(vi.fn());
    expect(style.overflow).toBe('hidden');
    letGo();
    expect(style.overflow).toBe('clip');
  });

  it('keeps the shop’s own state in the history, and leaves no entry behind', () => {
    const letGo = holdPage(vi.fn());
    expect(entries.at(-1)).toMatchObject({ router: 'of the shop' });
    letGo();
    expect(entries).toEqual([{ router: 'of the shop' }]);
  });

  it('is gone back to by the back button, once, and no entry of the shop’s is taken away then', () => {
    const onback = vi.fn();
    const letGo = holdPage(onback);
    entries.pop();
    page.dispatchEvent(new Event('popstate'));
    expect(onback).toHaveBeenCalledOnce();
    letGo();
    page.dispatchEvent(new Event('popstate'));
    expect(onback).toHaveBeenCalledOnce();
    expect(entries).toHaveLength(1);
  });
});
