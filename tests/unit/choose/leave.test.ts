import { expect, it } from 'vitest';
import { leaveLayers, listParameters } from '../../../src/lib/choose/leave.ts';

it('a shop gets the point or that none was chosen, its state, and that the preset is gone', () => {
  const request = { state: 'abc' };
  expect(listParameters({ point: 'PL_1' }, request, false)).toEqual({ point: 'PL_1', state: 'abc' });
  expect(listParameters({ status: 'cancelled' }, request, true)).toEqual({
    status: 'cancelled',
    state: 'abc',
    was: 'gone',
  });
});

it('the page leaves from the history entry with which it began, so that Back in the shop doesn’t lead here', async () => {
  const gone: number[] = [];
  const events = new EventTarget();
  const viewWith = (state: unknown) => ({
    addEventListener: events.addEventListener.bind(events),
    history: {
      state,
      go: (entries: number) => {
        gone.push(entries);
        queueMicrotask(() => events.dispatchEvent(new Event('popstate')));
      },
    } as unknown as History,
  });
  await leaveLayers(viewWith(null));
  await leaveLayers(viewWith({ 'sveltekit:states': {} }));
  expect(gone).toEqual([]);
  await leaveLayers(viewWith({ 'sveltekit:states': { search: 2, layers: 1 } }));
  expect(gone).toEqual([-3]);
});
