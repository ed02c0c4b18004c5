// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../../wait-for.ts';
import { passTurn } from '../pass-turn.ts';
import { openElement } from './open-element.ts';

const origin = 'https://points.example';

afterEach(async () => {
  document.body.replaceChildren();
  // A removed element acts a microtask later.
  await Promise.resolve();
  vi.unstubAllGlobals();
});

describe('the shop’s own control and the frame', () => {
  const FALLBACK = '<label>Number <input name="point" required></label>';

  it('the fallback control is out of the form until the frame fails, and then provides value and validity', async () => {
    const { element, root, internals } = await openElement({
      origin,
      name: 'point',
      required: '',
      history: 'off',
    });
    element.innerHTML = FALLBACK;
    await passTurn();
    const input = element.querySelector('input')!;
    expect(input.disabled).toBe(true);
    vi.stubGlobal('navigator', { onLine: false });
    const failure = element.open().catch((error: { code: string }) => error.code);
    await waitFor(() => expect(internals.states.has('failed')).toBe(true));
    expect(await failure).toBe('offline');
    expect(root.querySelector('p')!.textContent).toBe('Loading failed.');
    expect([input.disabled, internals.validity['valid']]).toEqual([false, false]);
    input.value = 'PL_7';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    expect([element.value, internals.validity['valid'], [...internals.states].sort()]).toEqual([
      'PL_7',
      true,
      ['chosen', 'failed'],
    ]);
    // The fallback control is submitted itself.
    expect(internals.entries).toEqual([]);
  });

  it('the fallback control stays out of the form after a choice, and one in a named slot is ignored', async () => {
    const { element, internals } = await openElement({
      origin,
      name: 'point',
      value: 'PL_1',
      history: 'off',
    });
    element.innerHTML = `${FALLBACK}<span slot="empty"><input name="note"></span>`;
    vi.stubGlobal('navigator', { onLine: false });
    await element.open().catch(() => {});
    const [own, note] = element.querySelectorAll('input');
    expect([own!.disabled, note!.disabled, internals.entries]).toEqual([true, false, [['point', 'PL_1']]]);
  });
});
