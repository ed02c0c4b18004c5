// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { openElement } from './open-element.ts';
import { waitFor } from '../../wait-for.ts';
import { passTurn } from '../pass-turn.ts';

/** The nearest points as radio buttons in the shop's page. */

const origin = 'https://points.example';
const near = (id: string) => ({
  summary: { id, lines: [id] },
  point: { id },
  texts: { lines: [], distance: '40 m' },
  label: null,
});
const ANSWER = {
  place: { match: 'exact' },
  points: ['PL_A', 'PL_B', 'PL_C'].map(near),
  texts: { more: 'More', choose: 'Choose' },
};
const WARSAW = { mode: 'nearest', city: 'Warszawa', origin, name: 'point' };

afterEach(async () => {
  document.body.replaceChildren();
  // A removed element acts a microtask later.
  await Promise.resolve();
  vi.unstubAllGlobals();
});

/** @param attributes in addition to those of a place */
async function openNearest(attributes: Record<string, string> = {}) {
  const opened = await openElement({ ...WARSAW, ...attributes }, ANSWER);
  const radios = () => [...opened.root.querySelectorAll('input')];
  await waitFor(() => expect(radios()).toHaveLength(3));
  return { ...opened, radios };
}

it('a nearest point that the shop rejects is unchecked again, and the reason is shown', async () => {
  const { element, radios, root } = await openNearest();
  element.addEventListener('droppoint-select', (event) => {
    event.preventDefault();
    (event as CustomEvent<{ reason?: string }>).detail.reason = 'This one is full today.';
  });
  radios()[0]!.click();
  await waitFor(() =>
    expect(root.querySelector('[role=status]')!.textContent).toContain('This one is full today.'),
  );
  expect([radios().some(({ checked }) => checked), element.value]).toEqual([false, '']);
});

it('the nearest point is preselected if the shop wants that, unless one is chosen already', async () => {
  const chosen = await openNearest({ preselect: '' });
  await waitFor(() => expect(chosen.element.value).toBe('PL_A'));
  expect(chosen.radios().map(({ checked }) => checked)).toEqual([true, false, false]);
  expect((await openNearest()).element.value).toBe('');
  expect((await openNearest({ preselect: '', value: 'PL_X' })).element.value).toBe('PL_X');
});

it('if the nearest points can’t be loaded, only the button remains, which opens the map', async () => {
  const { element, root, frame } = await openElement({ origin, name: 'point' });
  const requests = vi.fn(() => Promise.reject(new TypeError('The policy of the page forbids it.')));
  vi.stubGlobal('fetch', requests);
  element.setAttribute('history', 'off');
  element.setAttribute('mode', 'nearest');
  // Without a place, there is no request.
  await passTurn();
  expect(requests).not.toHaveBeenCalled();
  expect(root.querySelector('button')).not.toBeNull();
  element.setAttribute('city', 'Warszawa');
  await waitFor(() => expect(requests).toHaveBeenCalled());
  await passTurn();
  expect(root.querySelector('input')).toBeNull();
  root.querySelector('button')!.click();
  expect(frame()).not.toBeNull();
});
