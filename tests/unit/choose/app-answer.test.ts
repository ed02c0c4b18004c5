import { afterEach, expect, it, vi } from 'vitest';
import type { AppCalls } from '#contract/app-message.ts';
import { answerApp } from '../../../src/lib/choose/app-answer.ts';
import { ChoosePage } from '../../../src/lib/choose/choose-page.svelte.ts';
import { ChooseWork } from '../../../src/lib/choose/choose-work.ts';
import { passTurn } from '../pass-turn.ts';

const POINT = {
  id: 'PL_1',
  coordinates: { latitude: 52, longitude: 21 },
  // From the place that the shopper has searched for.
  distanceMetres: 340,
};

afterEach(() => vi.unstubAllGlobals());

/** A page in a React Native app, with this fragment. */
async function open(fragment = '', view: object = {}) {
  const sent: Record<string, unknown>[] = [];
  const events = new EventTarget();
  const page = {
    ReactNativeWebView: {
      postMessage: (text: string) => void sent.push(JSON.parse(text) as (typeof sent)[0]),
    },
    addEventListener: events.addEventListener.bind(events),
    ...view,
  };
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { addEventListener: () => {} });
  vi.stubGlobal('history', { state: null, back: () => {} });
  vi.stubGlobal('__APP_VERSION__', '1.0.0');
  const choose = new ChoosePage(fragment);
  const answer = answerApp(choose);
  await answer.begin();
  const { droppoint } = page as unknown as { droppoint: AppCalls };
  return { choose, answer, sent, calls: droppoint, types: () => sent.map(({ type }) => type) };
}

// Proves: security/quiet-bridge.
it('the app gets what is chosen, and nothing of what was typed, filtered or looked at, or where the shopper is', async () => {
  const { choose, sent, types } = await open();
  const work = new ChooseWork(choose);
  work.takeEvent({ type: 'search', kind: 'place' });
  work.takeEvent({ type: 'view', view: 'map' });
  work.takeEvent({ type: 'gone', id: 'PL_9', alternatives: [POINT] });
  work.takeEvent({ type: 'search', kind: 'point' });
  expect(await work.choose(POINT)).toBe(true);
  expect(types()).toEqual(['ready', 'choice']);
  const { distanceMetres: _, ...point } = POINT;
  expect(sent[1]).toMatchObject({ droppoint: 1, id: 'PL_1', point, summary: { id: 'PL_1' } });
  expect(JSON.stringify(sent)).not.toContain('340');
});

it('an app that wants to be asked decides on each choice, and only its last answer counts', async () => {
  const { choose, answer, sent, calls, types } = await open('#ask=1');
  const first = answer.choose(POINT);
  await vi.waitFor(() => expect(types()).toEqual(['ready', 'select']));
  const second = answer.choose({ ...POINT, id: 'PL_2' });
  await vi.waitFor(() => expect(types()).toEqual(['ready', 'select', 'select']));
  expect(await first).toBe(false);
  calls.answer({ accepted: true });
  expect(await second).toBe(true);
  expect(sent[3]).toMatchObject({ type: 'choice', id: 'PL_2' });
  const third = answer.choose(POINT);
  await vi.waitFor(() => expect(types()).toHaveLength(5));
  calls.answer({ accepted: false, reason: 'Too heavy.' });
  expect([await third, choose.objection]).toEqual([false, 'Too heavy.']);
});

it('a cancelled choice, a preset that is gone, layers and errors are reported', async () => {
  const { choose, answer, sent } = await open('#value=PL_9');
  choose.isPresetGone = true;
  answer.takeRefused?.('PL_9', 'gone');
  answer.takeLayers?.(1);
  answer.takeEvent?.({ type: 'error', error: new Error('secret') });
  await answer.cancel();
  expect(sent.slice(1)).toEqual([
    { droppoint: 1, type: 'invalid-selection', id: 'PL_9', reason: 'gone' },
    { droppoint: 1, type: 'layers', open: 1 },
    {
      droppoint: 1,
      type: 'error',
      code: 'unavailable',
      message: 'The page could not do it.',
      retryable: true,
    },
    { droppoint: 1, type: 'cancel', was: 'gone' },
  ]);
});

it('settings that aren’t usable, and a point that is gone meanwhile, are reported', async () => {
  const { choose, sent } = await open('#value=PL_9&latitude=north');
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const work = new ChooseWork(choose);
  work.takeEvent({ type: 'gone', id: 'PL_9', alternatives: [] });
  work.takeEvent({ type: 'settings', problems: [...choose.problems, 'country: ZZ is unknown.'] });
  await work.cancel();
  expect(sent.slice(1)).toMatchObject([
    { code: 'settings_invalid', message: 'latitude: is not a usable value. country: ZZ is unknown.' },
    { type: 'cancel', was: 'gone' },
  ]);
});

it('an address that names neither an app nor a shop’s address needs an app around the page', async () => {
  const { choose, sent } = await open('#country=PL', { ReactNativeWebView: undefined });
  expect([choose.notice, sent]).toEqual([{ kind: 'incomplete' }, []]);
});

it('`back` closes the innermost layer, then undoes a search, and then says that nothing is open', async () => {
  const { choose, calls } = await open();
  const closed: number[] = [];
  choose.picker = {
    getState: () => expect.unreachable(),
    closeLayers: (left) => void closed.push(left),
    followAddress: () => Promise.resolve(),
    panTo: () => {},
  };
  choose.layers = 2;
  expect([calls.back(), closed]).toEqual([true, [1]]);
  choose.layers = 0;
  const back = vi.fn();
  vi.stubGlobal('history', { state: { 'sveltekit:states': { search: 1 } }, back });
  expect([calls.back(), back.mock.calls.length]).toEqual([true, 1]);
  vi.stubGlobal('history', { state: null, back });
  expect([calls.back(), back.mock.calls.length]).toEqual([false, 1]);
});

it('the device’s position comes from the app if it is one', async () => {
  const { choose, calls, sent } = await open();
  calls.locate({ latitude: 91, longitude: 0 });
  await passTurn();
  expect([choose.isLocated, sent.at(-1)]).toMatchObject([false, { code: 'settings_invalid' }]);
  calls.locate({ latitude: 52, longitude: 21, accuracy: 30 });
  await vi.waitFor(() => expect(choose.isLocated).toBe(true));
  const { locate } = await import('../../../src/lib/find/locate.ts');
  const nowhere = { geolocation: undefined, secure: true, framed: false, allowed: null };
  expect(await locate(nowhere)).toEqual({ position: { latitude: 52, longitude: 21 }, accuracyMetres: 30 });
  // Later, the browser is asked.
  expect(await locate(nowhere, () => Date.now() + 6 * 60_000)).toEqual({ problem: 'unsupported' });
});
