import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockScrollAndHistory } from '../../../packages/elements/picker/modal.ts';
import { createFakeHistory } from '../fake-history.ts';

const SHOP = 'https://shop.test/checkout';

/** The parts of a page that are locked below a dialog. */
const style = { overflow: '' };
let browser: ReturnType<typeof createFakeHistory>;
beforeEach(() => {
  const page = new EventTarget();
  browser = createFakeHistory(page, { state: { router: 'of the shop' }, href: SHOP });
  style.overflow = 'clip';
  vi.stubGlobal('document', { documentElement: { style } });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('history', browser.history);
  vi.stubGlobal('location', browser.location);
});
afterEach(() => vi.unstubAllGlobals());

/** Waits until pending history steps have been taken. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 40));
const entries = () => browser.hrefs().length;

describe('the page beneath an open dialog', () => {
  it('holds still, and goes on as it was', async () => {
    const page = lockScrollAndHistory(vi.fn());
    expect(style.overflow).toBe('hidden');
    const released = page.release();
    expect(style.overflow).toBe('clip');
    await released;
  });

  it('keeps the shop’s own state in the history, and has no entry more when it is let go', async () => {
    const page = lockScrollAndHistory(vi.fn());
    await settled();
    expect(entries()).toBe(2);
    expect(browser.state()).toMatchObject({ router: 'of the shop' });
    await page.release();
    expect(entries()).toBe(1);
    expect(browser.state()).toEqual({ router: 'of the shop' });
  });

  it('has no entry more when the dialog is closed before it came to have one', async () => {
    await lockScrollAndHistory(vi.fn()).release();
    expect(entries()).toBe(1);
  });
});

describe('the back button', () => {
  it('closes the dialog, once, and no entry of the shop’s is taken away then', async () => {
    const onback = vi.fn();
    const page = lockScrollAndHistory(onback);
    await settled();
    browser.goBack();
    expect(onback.mock.calls).toEqual([[null]]);
    await page.release();
    browser.goForward();
    browser.goBack();
    expect(onback).toHaveBeenCalledOnce();
    expect(entries()).toBe(1);
  });

  it('closes what lies open inside first, the uppermost first', async () => {
    const onback = vi.fn();
    const page = lockScrollAndHistory(onback);
    page.setLayers(2);
    await settled();
    expect(entries()).toBe(4);
    browser.goBack();
    browser.goBack();
    browser.goBack();
    expect(onback.mock.calls).toEqual([[1], [0], [null]]);
    await page.release();
    expect(entries()).toBe(1);
  });

  it.each([-3, NaN, 1e9, 0.5])('gets back from a frame that tells of %d layers', async (layers) => {
    const page = lockScrollAndHistory(vi.fn());
    page.setLayers(layers);
    await settled();
    expect(entries()).toBeLessThan(8);
    await page.release();
    expect(entries()).toBe(1);
  });

  it('isn’t needed for what is closed otherwise: its entry goes with it', async () => {
    const onback = vi.fn();
    const page = lockScrollAndHistory(onback);
    page.setLayers(1);
    await settled();
    page.setLayers(0);
    await settled();
    expect(entries()).toBe(2);
    page.setLayers(1);
    await settled();
    expect(entries()).toBe(3);
    await page.release();
    expect(entries()).toBe(1);
    expect(onback).not.toHaveBeenCalled();
  });
});

describe('the shop’s own navigation', () => {
  it('after the dialog is closed stands', async () => {
    const page = lockScrollAndHistory(vi.fn());
    page.setLayers(1);
    await settled();
    await page.release();
    browser.history.pushState({}, '', 'https://shop.test/summary');
    await settled();
    expect(browser.hrefs()).toEqual([SHOP, 'https://shop.test/summary']);
  });

  it('while the dialog is open stands too, also where it copies the state that it finds', async () => {
    const page = lockScrollAndHistory(vi.fn());
    await settled();
    browser.history.pushState({ ...(browser.state() as object) }, '', 'https://shop.test/summary');
    await page.release();
    await settled();
    expect(browser.hrefs().at(-1)).toBe('https://shop.test/summary');
  });
});

describe('two dialogs', () => {
  it('one after the other in one task don’t close one another', async () => {
    const onback = vi.fn();
    const first = lockScrollAndHistory(vi.fn());
    await settled();
    void first.release();
    const second = lockScrollAndHistory(onback);
    await settled();
    expect(onback).not.toHaveBeenCalled();
    expect(entries()).toBe(2);
    await second.release();
    expect(entries()).toBe(1);
  });

  it('one above the other are closed one by one, whichever goes first', async () => {
    const [onbackBelow, onbackAbove] = [vi.fn(), vi.fn()];
    const below = lockScrollAndHistory(onbackBelow);
    const above = lockScrollAndHistory(onbackAbove);
    await settled();
    await above.release();
    expect([onbackBelow.mock.calls, entries()]).toEqual([[], 2]);

    const again = lockScrollAndHistory(onbackAbove);
    await settled();
    await below.release();
    expect(onbackAbove).not.toHaveBeenCalled();
    await again.release();
    expect(entries()).toBe(1);
  });
});
