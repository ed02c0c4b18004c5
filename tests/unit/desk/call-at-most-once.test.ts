import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import { callAtMostOnce, draftNonRepeatableCall } from '../../../src/lib/desk/call-at-most-once.ts';
import { DeskStore } from '../../../src/lib/desk/desk-store.ts';
import { RETENTION_MS } from '../../../src/lib/desk/desk.svelte.ts';
import { readStoredItems } from '../../../src/lib/desk/read-stored-items.ts';

const ITEM = { ...draftNonRepeatableCall('org-1', 0), code: '' };
const anySchema = z.looseObject({ id: z.string(), createdMs: z.number() });

let store: DeskStore;
beforeEach(async () => {
  vi.stubGlobal('navigator', { onLine: true });
  store = await DeskStore.open(`ask-once-${Math.random()}`);
});
afterEach(() => {
  store.close();
  vi.unstubAllGlobals();
});

const readRaw = async () => (await store.readRaw('returns')).map(([, value]) => value);

it('callAtMostOnce: the item is on disk as unknown before the call, and with its answer afterwards', async () => {
  let during: unknown[] = [];
  const { item, failure } = await callAtMostOnce(store, 'returns', ITEM, async () => {
    during = await readRaw();
    return { code: '0042', requestId: 'q' };
  });
  expect(during).toEqual([ITEM]);
  expect([item, failure]).toEqual([{ ...ITEM, state: 'done', code: '0042', requestId: 'q' }, null]);
  expect(await readRaw()).toEqual([item]);
});

it('callAtMostOnce: a call without an answer leaves the item as unknown, with the request id', async () => {
  const lost = new UnknownOutcomeError(new AppError('timeout', 'no answer', { requestId: 'q-7' }));
  const { item } = await callAtMostOnce(store, 'returns', ITEM, () => Promise.reject(lost));
  expect(item).toEqual({ ...ITEM, state: 'unknown', requestId: 'q-7' });
  expect(await readRaw()).toEqual([item]);
});

it.each(['rejected', 'rate_limited', 'session_ended', 'scope_missing'] as const)(
  'callAtMostOnce: a call that was not carried out (%s) leaves no item behind',
  async (code) => {
    const refused = new AppError(code, 'no');
    await expect(callAtMostOnce(store, 'returns', ITEM, () => Promise.reject(refused))).rejects.toBe(refused);
    expect(await readRaw()).toEqual([]);
  },
);

it('callAtMostOnce: no call is made offline, or if the item can’t be stored', async () => {
  const request = vi.fn(() => Promise.resolve({}));
  const full = { write: () => Promise.reject(new Error('full')), remove: () => Promise.resolve() };
  await expect(callAtMostOnce(full, 'returns', ITEM, request)).rejects.toThrow('full');
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('location', { pathname: '/account' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await expect(callAtMostOnce(store, 'returns', ITEM, request)).rejects.toMatchObject({ code: 'network' });
  expect(request).not.toHaveBeenCalled();
  expect(await readRaw()).toEqual([]);
  // A browser that wrongly reports being offline.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  await callAtMostOnce(store, 'returns', ITEM, request);
  expect(request).toHaveBeenCalledOnce();
});

it('callAtMostOnce: an answer that can’t be stored is returned anyway', async () => {
  let writes = 0;
  const filling = {
    write: () => (writes++ === 0 ? Promise.resolve() : Promise.reject(new Error('full'))),
    remove: () => Promise.resolve(),
  };
  const { item, failure } = await callAtMostOnce(filling, 'returns', ITEM, () =>
    Promise.resolve({ code: '0042' }),
  );
  expect(item).toMatchObject({ state: 'done', code: '0042' });
  expect(failure).toMatchObject({ message: 'full' });
});

it('readStoredItems: items are read newest first, without old ones, and unreadable ones are counted', async () => {
  const now = 2 * RETENTION_MS;
  const at = (id: string, createdMs: number) => [id, { id, createdMs }] as const;
  await store.write('returns', [
    at('b', now - 5),
    at('old', now - RETENTION_MS - 1),
    at('c', now),
    ['x', { id: 4 }],
  ]);
  const { items, unreadable } = await readStoredItems({ store }, 'returns', anySchema, now);
  expect([items.map(({ id }) => id), unreadable]).toEqual([['c', 'b'], 1]);
  expect(await store.readKeys('returns')).toEqual(['b', 'c', 'x']);
});
