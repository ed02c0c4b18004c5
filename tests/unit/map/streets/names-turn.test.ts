import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNamesTurn } from '../../../../src/lib/map/streets/names-turn.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  more.mockReset();
});

const more = vi.fn();
const [LOADING, COMPLETE] = [false, true];

it('names are written immediately if all tiles have loaded', () => {
  const turn = createNamesTurn<string>(() => {});
  turn.request('Andorra la Vella');
  expect(turn.take(COMPLETE, more)).toBe('Andorra la Vella');
  expect(turn.take(COMPLETE, more)).toBeNull();
});

it('names wait for tiles', () => {
  const turn = createNamesTurn<string>(() => {});
  turn.request('Encamp');
  expect(turn.take(LOADING, more)).toBeNull();
  expect(turn.take(COMPLETE, more)).toBe('Encamp');
});

it('names don’t wait forever: they are written without the missing tiles, whose arrival is reported once', () => {
  const due = vi.fn();
  const turn = createNamesTurn<string>(due);
  turn.request('Encamp');
  vi.advanceTimersByTime(599);
  expect([due.mock.calls.length, turn.take(LOADING, more)]).toEqual([0, null]);
  vi.advanceTimersByTime(1);
  expect([due.mock.calls.length, turn.take(LOADING, more)]).toEqual([1, 'Encamp']);
  expect([turn.take(LOADING, more), more.mock.calls.length]).toEqual([null, 0]);
  expect([turn.take(COMPLETE, more), more.mock.calls.length]).toEqual([null, 1]);
  expect([turn.take(COMPLETE, more), more.mock.calls.length]).toEqual([null, 1]);
  turn.request('Canillo');
  expect(turn.take(LOADING, more)).toBeNull();
});

it('a newer request replaces a waiting one, and its wait starts again', () => {
  const turn = createNamesTurn<string>(() => {});
  expect(turn.request('Encamp')).toBeNull();
  vi.advanceTimersByTime(599);
  expect(turn.request('Canillo')).toBe('Encamp');
  vi.advanceTimersByTime(599);
  expect(turn.take(LOADING, more)).toBeNull();
  vi.advanceTimersByTime(1);
  expect(turn.take(LOADING, more)).toBe('Canillo');
});

it('nothing becomes due after the map is destroyed', () => {
  const due = vi.fn();
  const turn = createNamesTurn<string>(due);
  turn.request('Encamp');
  turn.destroy();
  vi.advanceTimersByTime(1_000);
  expect(due).not.toHaveBeenCalled();
});
