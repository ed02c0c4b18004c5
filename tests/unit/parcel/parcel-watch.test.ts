// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { emptyParcelAnswer, type PublicParcel } from '#contract/public-parcel.ts';
import { ParcelWatch } from '../../../src/lib/parcel/parcel-watch.svelte.ts';

const NUMBER = '690000000000100000000001';
const parcel = (state: PublicParcel['state']): PublicParcel => ({
  ...emptyParcelAnswer(NUMBER, 'unknown', null),
  status: 'found',
  state,
});

let isHidden = false;
const show = (isSeen: boolean) => {
  isHidden = !isSeen;
  document.dispatchEvent(new Event('visibilitychange'));
};
let watch: ParcelWatch;
/** A watch of one parcel. @param answers one for each request; the last one repeats */
function follow(...answers: (PublicParcel | AppError)[]) {
  const fetch = vi.fn(() => {
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    return answer instanceof AppError ? Promise.reject(answer) : Promise.resolve([answer]);
  });
  watch = new ParcelWatch(fetch);
  watch.follow([NUMBER]);
  return fetch;
}

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  isHidden = false;
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
});
afterEach(() => {
  watch.destroy();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('a watch fetches immediately, then once a minute, and never while the page is hidden', async () => {
  const fetch = follow(parcel('on_its_way'));
  await pass(0);
  expect(watch.parcels?.[0]?.state).toBe('on_its_way');
  await pass(59_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  await pass(1_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  show(false);
  await pass(600_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  show(true);
  await pass(0);
  expect(fetch).toHaveBeenCalledTimes(3);
  show(false);
  show(true);
  await pass(30_000);
  expect(fetch).toHaveBeenCalledTimes(3);
});

const checkedAt = (state: PublicParcel['state'], second: number): PublicParcel => ({
  ...parcel(state),
  checkedAt: new Date(Date.UTC(2026, 4, 2, 10, 42, second)).toISOString(),
});

it('after an event, a watch bypasses caches immediately and once more some seconds later, but no more often', async () => {
  const fetch = follow(parcel('registered'), parcel('registered'), parcel('ready'));
  const freshness = () => fetch.mock.calls.map(([, , isFresh]: unknown[]) => isFresh);
  await pass(0);
  for (let times = 0; times < 5; times++) watch.refresh();
  await pass(0);
  expect(freshness()).toEqual([false, true]);
  for (let times = 0; times < 5; times++) watch.refresh();
  await pass(5_999);
  expect(freshness()).toEqual([false, true]);
  await pass(1);
  expect(watch.parcels?.[0]?.state).toBe('ready');
  await pass(6_000);
  expect(freshness()).toEqual([false, true, true, true]);
  await pass(59_999);
  expect(fetch).toHaveBeenCalledTimes(4);
  await pass(1);
  expect(freshness()).toEqual([false, true, true, true, false]);
});

it('a watch bypasses caches for a delivered parcel too, no earlier than the function allows', async () => {
  const fetch = follow(parcel('delivered'), new AppError('rate_limited', '', { retryAfterMs: 30_000 }));
  await pass(0);
  watch.refresh();
  await pass(0);
  expect(fetch).toHaveBeenCalledTimes(2);
  watch.refresh();
  await pass(29_999);
  expect(fetch).toHaveBeenCalledTimes(2);
  await pass(1);
  expect(fetch).toHaveBeenCalledTimes(3);
});

it('a watch gives the time of the platform’s answer, and ignores an older answer', async () => {
  vi.setSystemTime(Date.UTC(2026, 4, 2, 10, 43));
  follow(checkedAt('ready', 30), checkedAt('registered', 29), checkedAt('delivered', 31));
  await pass(0);
  expect(watch.answeredMs).toBe(Date.UTC(2026, 4, 2, 10, 42, 30));
  await pass(60_000);
  expect([watch.parcels?.[0]?.state, watch.answeredMs]).toEqual(['ready', Date.UTC(2026, 4, 2, 10, 42, 30)]);
  await pass(60_000);
  expect(watch.parcels?.[0]?.state).toBe('delivered');
});

it('a watch stops fetching once the parcel is delivered', async () => {
  const fetch = follow(parcel('delivered'));
  await pass(600_000);
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('a watch keeps its data through an outage, and retries no earlier than the function allows', async () => {
  const outage = new AppError('unavailable', '', { retryAfterMs: 90_000 });
  const fetch = follow(parcel('on_its_way'), outage, parcel('ready'));
  await pass(60_000);
  expect(watch.failure).toBe(outage);
  expect(watch.parcels?.[0]?.state).toBe('on_its_way');
  watch.retry();
  await pass(89_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  await pass(1_000);
  expect(fetch).toHaveBeenCalledTimes(3);
  expect(watch.failure).toBeNull();
  expect(watch.parcels?.[0]?.state).toBe('ready');
});

it('a watch retries when the connection is back, but not if parcels may not be read', async () => {
  const fetch = follow(new AppError('network', ''), new AppError('scope_missing', ''));
  await pass(0);
  expect(fetch).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('online'));
  await pass(0);
  expect(fetch).toHaveBeenCalledTimes(2);
  await pass(600_000);
  expect(fetch).toHaveBeenCalledTimes(2);
});

it('a watch starts with the answer stored in this visit', async () => {
  follow(parcel('ready'));
  await pass(0);
  watch.destroy();
  follow(new AppError('network', ''));
  expect(watch.parcels?.[0]?.state).toBe('ready');
  await pass(0);
  expect(watch.failure?.code).toBe('network');
  expect(watch.answeredMs).not.toBeNull();
});

it('a watch drops the answer about parcels that it no longer follows', async () => {
  const answers = new Map<string, (parcels: PublicParcel[]) => void>();
  watch = new ParcelWatch(([number]) => new Promise((resolve) => answers.set(number!, resolve)));
  watch.follow(['first111']);
  await pass(0);
  watch.follow(['second22']);
  await pass(0);
  answers.get('first111')!([{ ...parcel('ready'), number: 'first111' }]);
  await pass(0);
  expect(watch.parcels).toBeNull();
  answers.get('second22')!([{ ...parcel('ready'), number: 'second22' }]);
  await pass(0);
  expect(watch.parcels?.[0]?.number).toBe('second22');
});
