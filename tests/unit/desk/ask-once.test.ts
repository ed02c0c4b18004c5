import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import { askOnce, draftOnce } from '../../../src/lib/desk/ask-once.ts';
import { DeskStore } from '../../../src/lib/desk/desk-store.ts';
import { KEPT_MS } from '../../../src/lib/desk/desk.svelte.ts';
import { readKept } from '../../../src/lib/desk/read-kept.ts';

const ITEM = { ...draftOnce('org-1', 0), code: '' };
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

it('what is asked is on the disk as unknown before the call, and as answered after it', async () => {
  let during: unknown[] = [];
  const { item, failure } = await askOnce(store, 'returns', ITEM, async () => {
    during = await readRaw();
    return { code: '0042', requestId: 'q' };
  });
  expect(during).toEqual([ITEM]);
  expect([item, failure]).toEqual([{ ...ITEM, state: 'done', code: '0042', requestId: 'q' }, null]);
  expect(await readRaw()).toEqual([item]);
});

it('a call without an answer leaves an unknown one, with its request id', async () => {
  const lost = new UnknownOutcomeError(new AppError('timeout', 'no answer', { requestId: 'q-7' }));
  const { item } = await askOnce(store, 'returns', ITEM, () => Promise.reject(lost));
  expect(item).toEqual({ ...ITEM, state: 'unknown', requestId: 'q-7' });
  expect(await readRaw()).toEqual([item]);
});

it.each(['rejected', 'rate_limited', 'session_ended', 'scope_missing'] as const)(
  'what was not carried out (%s) leaves nothing behind',
  async (code) => {
    const refused = new AppError(code, 'no');
    await expect(askOnce(store, 'returns', ITEM, () => Promise.reject(refused))).rejects.toBe(refused);
    expect(await readRaw()).toEqual([]);
  },
);

it('nothing is asked that can’t be kept, and nothing offline', async () => {
  const ask = vi.fn(() => Promise.resolve({}));
  const full = { write: () => Promise.reject(new Error('full')), remove: () => Promise.resolve() };
  await expect(askOnce(full, 'returns', ITEM, ask)).rejects.toThrow('full');
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('location', { pathname: '/account' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await expect(askOnce(store, 'returns', ITEM, ask)).rejects.toMatchObject({ code: 'network' });
  expect(ask).not.toHaveBeenCalled();
  expect(await readRaw()).toEqual([]);
  // A browser that is wrong about it.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  await askOnce(store, 'returns', ITEM, ask);
  expect(ask).toHaveBeenCalledOnce();
});

it('an answer that can’t be kept is handed on all the same', async () => {
  let writes = 0;
  const filling = {
    write: () => (writes++ === 0 ? Promise.resolve() : Promise.reject(new Error('full'))),
    remove: () => Promise.resolve(),
  };
  const { item, failure } = await askOnce(filling, 'returns', ITEM, () => Promise.resolve({ code: '0042' }));
  expect(item).toMatchObject({ state: 'done', code: '0042' });
  expect(failure).toMatchObject({ message: 'full' });
});

it('kept ones are read newest first, without what is too old, and with the count of unreadable ones', async () => {
  const now = 2 * KEPT_MS;
  const at = (id: string, createdMs: number) => [id, { id, createdMs }] as const;
  await store.write('returns', [
    at('b', now - 5),
    at('old', now - KEPT_MS - 1),
    at('c', now),
    ['x', { id: 4 }],
  ]);
  const { items, unreadable } = await readKept({ store }, 'returns', anySchema, now);
  expect([items.map(({ id }) => id), unreadable]).toEqual([['c', 'b'], 1]);
  expect(await store.readKeys('returns')).toEqual(['b', 'c', 'x']);
});
