import { afterEach, describe, expect, it, vi } from 'vitest';
import { createReturnOnce, type Carrier, type StoredReturn } from '../../../packages/shop-engine/index.ts';
import { AppError } from '#platform/errors.ts';

describe('Return', () => {
  afterEach(() => void vi.useRealTimers());

  const SENDER = { firstName: 'Oskar', lastName: 'Lis', email: 'o@mail.example', phone: '+48500000202' };

  /** A store of one order's return, and a carrier whose answers a test gives. */
  function open(...answers: (object | Error)[]) {
    let stored: StoredReturn = null;
    const create = vi.fn(() => {
      const answer = answers.shift()!;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ data: answer });
    });
    const carrier = { organizationId: 'shop', platform: { returns: { create } } } as unknown as Carrier;
    const store = {
      find: () => Promise.resolve(stored),
      claim: () => {
        const isFree = stored === null;
        stored ??= 'open';
        return Promise.resolve(isFree);
      },
      store: (created: StoredReturn) => Promise.resolve((stored = created)),
    };
    const click = (waitMs?: number) => createReturnOnce('K1', SENDER, carrier, store, waitMs);
    return { click, create, store };
  }
  const MADE = { parcels: [{ trackingNumber: '7', dropOffCode: '012' }] };
  const RETURN = { trackingNumber: '7', dropOffCode: '012' };

  it('two clicks create one, and later ones get the same', async () => {
    const { click, create } = open(MADE);
    expect(await Promise.all([click(), click()])).toEqual([RETURN, RETURN]);
    expect(await click()).toEqual(RETURN);
    const id = expect.any(String) as string;
    const body = { sender: SENDER, references: { orderNumber: 'K1' } };
    expect(create).toHaveBeenCalledExactlyOnceWith('shop', body, { deduplicationId: id });
  });

  it('after a failure or a lost answer, the next click repeats the call with the same id', async () => {
    const { click, create, store } = open(new AppError('network', 'lost'), MADE);
    await expect(click()).rejects.toThrow('lost');
    // So that the next click doesn't wait.
    expect(await store.find()).toBeNull();
    expect(await click()).toEqual(RETURN);
    const ids = (create.mock.calls as unknown[][]).map(([, , options]) => options);
    expect(ids[0]).toEqual(ids[1]);
  });

  it('a claim whose program has ended is taken over after a while', async () => {
    const { click, store } = open({ parcels: [] });
    await store.claim();
    expect(await click(0)).toEqual({ trackingNumber: '', dropOffCode: '' });
  });

  it('while another click creates it, a click checks every fifth of a second, up to its limit', async () => {
    vi.useFakeTimers();
    const { click, store } = open(MADE);
    await store.claim();
    const claim = vi.spyOn(store, 'claim');
    const created = click(400);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(claim).toHaveBeenCalledTimes(3);
    expect(await created).toEqual(RETURN);
  });

  it('if the first click fails while the second one waits, the second one repeats the call', async () => {
    vi.useFakeTimers();
    const { click, store } = open(MADE);
    await store.claim();
    // The failure comes between the second click's claim and its look.
    vi.spyOn(store, 'find').mockImplementationOnce(() => store.store(null));
    const created = click();
    await vi.advanceTimersByTimeAsync(200);
    expect(await created).toEqual(RETURN);
  });
});
