import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockScrollAndHistory, type PageLock } from '../../../packages/elements/picker/modal.ts';
import { createFakeHistory } from '../fake-history.ts';

const SHOP = 'https://shop.test/checkout';

/** The parts of a page that are locked below a dialog. */
const style = { overflow: '' };
let browser: ReturnType<typeof createFakeHistory>;
beforeEach(() => {
  vi.useFakeTimers();
  const page = new EventTarget();
  browser = createFakeHistory(page, { state: { router: 'of the shop' }, href: SHOP });
  style.overflow = 'clip';
  vi.stubGlobal('document', { documentElement: { style } });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('history', browser.history);
  vi.stubGlobal('location', browser.location);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Waits until pending history steps have been taken. */
const settled = () => vi.runAllTimersAsync();
const release = async (page: PageLock) => {
  const released = page.release_();
  await settled();
  await released;
};
const entries = () => browser.hrefs().length;

describe('the page below an open dialog', () => {
  it('the page doesn’t scroll while a dialog is open', async () => {
    const page = lockScrollAndHistory(vi.fn());
    expect(style.overflow).toBe('hidden');
    const released = page.release_();
    expect(style.overflow).toBe('clip');
    await released;
  });

  it('the shop’s history state is preserved, and no entry is left after closing', async () => {
    const page = lockScrollAndHistory(vi.fn());
    await settled();
    expect(entries()).toBe(2);
    expect(browser.state()).toMatchObject({ router: 'of the shop' });
    await release(page);
    expect(entries()).toBe(1);
    expect(browser.state()).toEqual({ router: 'of the shop' });
  });

  it('no entry is left if the dialog closes before it got one', async () => {
    await release(lockScrollAndHistory(vi.fn()));
    expect(entries()).toBe(1);
  });
});

describe('the Back button', () => {
  // Proves: embedding/back.
  it('Back closes the dialog once, without removing an entry of the shop’s', async () => {
    const onback = vi.fn();
    const page = lockScrollAndHistory(onback);
    await settled();
    browser.goBack();
    expect(onback.mock.calls).toEqual([[-1]]);
    await release(page);
    browser.goForward();
    browser.goBack();
    expect(onback).toHaveBeenCalledOnce();
    expect(entries()).toBe(1);
  });

  it('Back closes the open layers first, the topmost first', async () => {
    const onback = vi.fn();
    const page = lockScrollAndHistory(onback);
    page.setLayers_(2);
    await settled();
    expect(entries()).toBe(4);
    browser.goBack();
    browser.goBack();
    browser.goBack();
    expect(onback.mock.calls).toEqual([[1], [0], [-1]]);
    await release(page);
    expect(entries()).toBe(1);
  });

  it.each([-3, NaN, 1e9, 0.5])('Back works even if a frame reports %d layers', async (layers) => {
    const page = lockScrollAndHistory(vi.fn());
    page.setLayers_(layers);
    await settled();
    expect(entries()).toBeLessThan(8);
    await release(page);
    expect(entries()).toBe(1);
  });

  it('a dialog that is closed otherwise removes its entry itself', async () => {
    const onback = vi.fn();
    const page = lockScrollAndHistory(onback);
    page.setLayers_(1);
    await settled();
    page.setLayers_(0);
    await settled();
    expect(entries()).toBe(2);
    page.setLayers_(1);
    await settled();
    expect(entries()).toBe(3);
    await release(page);
    expect(entries()).toBe(1);
    expect(onback).not.toHaveBeenCalled();
  });
});

describe('the shop’s own navigation', () => {
  it('navigation after closing the dialog is preserved', async () => {
    const page = lockScrollAndHistory(vi.fn());
    page.setLayers_(1);
    await settled();
    await release(page);
    browser.history.pushState({}, '', 'https://shop.test/summary');
    await settled();
    expect(browser.hrefs()).toEqual([SHOP, 'https://shop.test/summary']);
  });

  it('navigation while the dialog is open is preserved, even if it copies the history state', async () => {
    const page = lockScrollAndHistory(vi.fn());
    await settled();
    browser.history.pushState({ ...(browser.state() as object) }, '', 'https://shop.test/summary');
    await release(page);
    await settled();
    expect(browser.hrefs().at(-1)).toBe('https://shop.test/summary');
  });
});

describe('routers that would reload the page when going back over our entry', () => {
  // The entry's state as each router writes it.
  // Proves: embedding/routers.
  it.each([
    ['Turbo', { turbo: { restorationIdentifier: 'a', restorationIndex: 0 } }],
    ['Turbolinks', { turbolinks: { restorationIdentifier: 'a' } }],
    ['htmx', { htmx: true }],
    ['Livewire', { alpine: { snapshotIdx: 'a', url: SHOP } }],
    ['Livewire 2', { livewire: {} }],
    ['Inertia', { page: { component: 'Checkout' }, timestamp: 1 }],
    ['Inertia 1', { component: 'Checkout', props: {}, url: '/checkout', version: null }],
    ['Astro', { index: 0, scrollX: 0, scrollY: 0 }],
  ])('there is no history entry: %s', async (_, state) => {
    browser.history.replaceState(state, '', SHOP);
    const page = lockScrollAndHistory(vi.fn());
    page.setLayers_(2);
    await settled();
    expect([entries(), browser.state()]).toEqual([1, state]);
    await release(page);
    expect([entries(), browser.state()]).toEqual([1, state]);
  });

  it.each([
    ['no router', null],
    ['Next.js', { __NA: true, __PRIVATE_NEXTJS_INTERNALS_TREE: ['', { children: ['__PAGE__', {}] }] }],
    ['Next.js, pages', { url: '/checkout', as: '/checkout', options: {}, __N: true, key: 'a' }],
    ['Nuxt and vue-router', { back: null, current: '/checkout', forward: null, position: 1, scroll: null }],
    ['SvelteKit', { 'sveltekit:history': 1, 'sveltekit:navigation': 1 }],
    ['React Router', { usr: null, key: 'a', idx: 0 }],
    ['Angular', { navigationId: 1 }],
    ['Unpoly', { up: {} }],
    ['Swup', { url: '/checkout', index: 1, source: 'swup' }],
    ['jquery-pjax, to which the same id is the same entry', { id: 1, url: SHOP, container: '#main' }],
  ])('there is a history entry for any other router: %s', async (_, state) => {
    browser.history.replaceState(state, '', SHOP);
    const page = lockScrollAndHistory(vi.fn());
    await settled();
    expect([entries(), browser.state()]).toEqual([2, expect.objectContaining(state ?? {})]);
    await release(page);
    expect([entries(), browser.state()]).toEqual([1, state]);
  });

  it('there is no history entry if the shop wants none', async () => {
    const page = lockScrollAndHistory(vi.fn(), false);
    page.setLayers_(1);
    await settled();
    expect(entries()).toBe(1);
    await release(page);
  });
});

describe('two dialogs', () => {
  it('two dialogs opened one after the other in one task don’t close each other', async () => {
    const onback = vi.fn();
    const first = lockScrollAndHistory(vi.fn());
    await settled();
    void first.release_();
    const second = lockScrollAndHistory(onback);
    await settled();
    expect(onback).not.toHaveBeenCalled();
    expect(entries()).toBe(2);
    await release(second);
    expect(entries()).toBe(1);
  });

  it('two open dialogs close one by one, in any order', async () => {
    const [onbackBelow, onbackAbove] = [vi.fn(), vi.fn()];
    const below = lockScrollAndHistory(onbackBelow);
    const above = lockScrollAndHistory(onbackAbove);
    await settled();
    await release(above);
    expect([onbackBelow.mock.calls, entries()]).toEqual([[], 2]);

    const again = lockScrollAndHistory(onbackAbove);
    await settled();
    await release(below);
    expect(onbackAbove).not.toHaveBeenCalled();
    await release(again);
    expect(entries()).toBe(1);
  });
});
