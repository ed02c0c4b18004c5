import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChoosePage } from '../../../src/lib/choose/choose-page.svelte.ts';
import { answerShop } from '../../../src/lib/choose/shop-answer.ts';

const POINT = { id: 'PL_1', coordinates: { latitude: 52, longitude: 21 } };
const SHOP = 'https://shop.example/point';
const APP = 'com.fern.shop:/point';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page with this fragment. @param answers the function's, to requests for the list */
function open(fragment: string, ...answers: (() => Response)[]) {
  const replaced: string[] = [];
  const fetch = vi.fn(() => Promise.resolve(answers.shift()!()));
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('location', { origin: 'https://points.example', replace: (to: string) => replaced.push(to) });
  const window = Object.assign(new EventTarget(), { history: { state: null } });
  vi.stubGlobal('window', window);
  const page = new ChoosePage(fragment);
  return { page, answer: answerShop(page), replaced, fetch, window };
}
const listed =
  (...returns: string[]) =>
  () =>
    Response.json({ returns });
const away = () => new Response(null, { status: 400 });

it('the shop’s address gets the choice, and the list is loaded once', async () => {
  const { page, answer, replaced, fetch } = open(`#return=${SHOP}&state=a`, listed(SHOP));
  await answer.begin();
  const choosing = answer.choose(POINT);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await choosing).toBe(false);
  page.isPresetGone = true;
  const cancelling = answer.cancel();
  await vi.advanceTimersByTimeAsync(1_000);
  await cancelling;
  expect(replaced).toEqual([`${SHOP}?point=PL_1&state=a`, `${SHOP}?status=cancelled&state=a&was=gone`]);
  expect([page.notice?.kind, fetch.mock.calls.length]).toEqual(['cancelled', 1]);
});

it('an app’s own address takes no form, so its choice comes in the address', async () => {
  const { page, answer, replaced } = open(`#return=${APP}&state=a&answer=post`, listed(SHOP, APP));
  await answer.choose(POINT);
  expect(replaced).toEqual([`${APP}?point=PL_1&state=a`]);
  expect(page.notice).toEqual({ kind: 'chosen', href: `${APP}?point=PL_1&state=a` });
});

it('an address that isn’t listed gets nothing, and a page without one says what it lacks', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const unlisted = open(`#return=${SHOP}x&state=a`, listed(SHOP));
  await unlisted.answer.begin();
  await unlisted.answer.choose(POINT);
  expect([unlisted.page.notice, unlisted.replaced]).toEqual([{ kind: 'unlisted' }, []]);
  const incomplete = open(`#return=${SHOP}`);
  await incomplete.answer.begin();
  await incomplete.answer.choose(POINT);
  expect([incomplete.page.notice, incomplete.fetch.mock.calls]).toEqual([{ kind: 'incomplete' }, []]);
});

it('a list that can’t be loaded at first is loaded with the choice', async () => {
  const { page, answer, replaced } = open(`#return=${SHOP}&state=a`, away, away, listed(SHOP));
  await answer.begin();
  expect(page.notice).toBeNull();
  await expect(answer.choose(POINT)).rejects.toMatchObject({ code: 'rejected' });
  const choosing = answer.choose(POINT);
  await vi.advanceTimersByTimeAsync(1_000);
  await choosing;
  expect(replaced).toHaveLength(1);
});

it('while the shop’s page is on its way, nothing is drawn; a slow one is announced after a second', async () => {
  const { page, answer, replaced } = open(`#return=${SHOP}&state=a`, listed(SHOP));
  void answer.choose(POINT);
  await vi.advanceTimersByTimeAsync(999);
  expect([replaced.length, page.notice, page.isLeaving]).toEqual([1, null, true]);
  await vi.advanceTimersByTimeAsync(1);
  await vi.dynamicImportSettled();
  expect([page.notice?.kind, page.isLeaving]).toEqual(['chosen', false]);
});

it('a page that Back shows again as it was left has its map, and follows the history again', async () => {
  const { page, answer, window } = open(`#return=${SHOP}&state=a`, listed(SHOP));
  const choosing = answer.choose(POINT);
  await vi.advanceTimersByTimeAsync(500);
  window.dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.isLeaving).toBe(true);
  window.dispatchEvent(new Event('pageshow'));
  expect([await choosing, page.notice, page.isLeaving]).toEqual([false, null, false]);
});
