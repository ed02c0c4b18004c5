import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTileStore } from '../../../../src/lib/map/streets/tile-store.ts';

const TILE = { headers: { 'content-type': 'application/vnd.mapbox-vector-tile' } };

function createStore(answer: (address: string, request: RequestInit) => Promise<Response>) {
  const fetchTile = vi.fn(answer);
  const ongone = vi.fn();
  const store = createTileStore(
    fetchTile,
    () => Promise.resolve({ ground: [] }),
    () => {},
    ongone,
  );
  return { store, fetchTile, ongone };
}

describe('street tiles', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('a tile is requested once, also a missing one', async () => {
    const { store, fetchTile } = createStore((address) =>
      Promise.resolve(address === 'empty' ? new Response(null, { status: 204 }) : new Response('x', TILE)),
    );
    for (const address of ['full', 'empty', 'full', 'empty']) store.take(address);
    await settle();
    expect(store.take('full')).toEqual({ ground: [] });
    expect(store.take('empty')).toBeNull();
    expect(fetchTile).toHaveBeenCalledTimes(2);
  });

  it('a tile that has gone is reported, and never requested again', async () => {
    const { store, fetchTile, ongone } = createStore(() =>
      Promise.resolve(new Response('', { status: 404 })),
    );
    store.take('a');
    await settle();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(store.take('a')).toBeNull();
    expect(fetchTile).toHaveBeenCalledTimes(1);
    expect(ongone).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['an error', () => Promise.resolve(new Response('', { status: 503 }))],
    ['a page', () => Promise.resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } }))],
    ['more bytes than any tile has', () => Promise.resolve(new Response(new Uint8Array(3e6), TILE))],
    ['a connection that breaks', () => Promise.reject(new TypeError('network'))],
  ])(
    'tiles that arrive as %s are requested again later, and after four in a row no others until then',
    async (_, answer) => {
      const { store, fetchTile } = createStore(answer);
      for (const address of ['a', 'b', 'c', 'd']) store.take(address);
      await settle();
      expect(store.take('a')).toBeNull();
      expect(store.take('e')).toBeNull();
      expect(fetchTile).toHaveBeenCalledTimes(4);
      await vi.advanceTimersByTimeAsync(31_000);
      store.take('a');
      expect(fetchTile).toHaveBeenCalledTimes(5);
    },
  );

  it('endless tiles are aborted, and tiles out of view aren’t awaited', async () => {
    const signals: AbortSignal[] = [];
    const { store } = createStore((_, { signal }) => {
      signals.push(signal!);
      return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('left'))));
    });
    store.take('stalls');
    store.take('out of view');
    store.setVisible(new Set(['stalls']));
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(16_000);
    expect(store.take('stalls')).toBeNull();
  });

  it('some tiles are cached, but not forever', async () => {
    const { store, fetchTile } = createStore(() => Promise.resolve(new Response('x', TILE)));
    for (let tile = 0; tile < 40; tile++) store.take(`${tile}`);
    await settle();
    store.setVisible(new Set(['0']));
    for (const tile of ['0', '39']) store.take(tile);
    expect(fetchTile).toHaveBeenCalledTimes(40);
    store.take('1');
    expect(fetchTile).toHaveBeenCalledTimes(41);
  });
});
