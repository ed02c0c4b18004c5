import { afterEach, expect, it, vi } from 'vitest';
import { ChoosePage } from '../../../src/lib/choose/choose-page.svelte.ts';
import { answerShop } from '../../../src/lib/choose/shop-answer.ts';

const POINT = { id: 'PL_1', coordinates: { latitude: 52, longitude: 21 } };
const SHOP = 'https://shop.example/point';
const APP = 'com.fern.shop:/point';

afterEach(() => vi.unstubAllGlobals());

/** A page with this fragment. @param answers the function's, to requests for the list */
function open(fragment: string, ...answers: (() => Response)[]) {
  const replaced: string[] = [];
  const fetch = vi.fn(() => Promise.resolve(answers.shift()!()));
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('location', { origin: 'https://points.example', replace: (to: string) => replaced.push(to) });
  vi.stubGlobal('window', { history: { state: null }, addEventListener: () => {} });
  const page = new ChoosePage(fragment);
  return { page, answer: answerShop(page), replaced, fetch };
}
const listed =
  (...returns: string[]) =>
  () =>
    Response.json({ returns });
const away = () => new Response(null, { status: 400 });

it('the shop’s address gets the choice, and the list is loaded once', async () => {
  const { page, answer, replaced, fetch } = open(`#return=${SHOP}&state=a`, listed(SHOP));
  await answer.begin();
  expect(await answer.choose(POINT)).toBe(false);
  page.isPresetGone = true;
  await answer.cancel();
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
  await answer.choose(POINT);
  expect(replaced).toHaveLength(1);
});
