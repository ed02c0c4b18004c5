import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRefreshOnce } from '../../../functions/oauth/recent-refreshes.ts';
import { answerJson, answerToken, CODE_FORM, cookieOf, REFRESH_FORM, startHarness } from '../harness.ts';

const force = { 'x-token-refresh': 'force' };

/** A refresh that the test resolves. */
function openRefresh() {
  let finish: (value: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const refresh = vi.fn(() => promise);
  return { refresh, finish, fail };
}

describe('Refresh once per cookie', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  // RFC 9700 §4.14.2.
  // Proves: security/one-refresh.
  it('concurrent and shortly later requests with one cookie share one refresh and its outcome', async () => {
    const refreshOnce = createRefreshOnce<string>(Date.now);
    const first = openRefresh();
    const second = vi.fn(() => Promise.resolve('second'));
    const requested = [refreshOnce('a', first.refresh), refreshOnce('a', second), refreshOnce('a', second)];
    await vi.advanceTimersByTimeAsync(1_000);
    first.finish('first');
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.all(requested)).toEqual(['first', 'first', 'first']);
    await vi.advanceTimersByTimeAsync(28_800);
    expect(await refreshOnce('a', second)).toBe('first');
    expect(second).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(await refreshOnce('a', second)).toBe('second');
  });

  it('different cookies share nothing', async () => {
    const refreshOnce = createRefreshOnce<string>(Date.now);
    expect(await refreshOnce('a', () => Promise.resolve('a'))).toBe('a');
    expect(await refreshOnce('b', () => Promise.resolve('b'))).toBe('b');
  });

  it('a failed refresh fails for all who wait, and later requests try again', async () => {
    const refreshOnce = createRefreshOnce<string>(Date.now);
    const first = openRefresh();
    const second = vi.fn(() => Promise.resolve('second'));
    const requested = [refreshOnce('a', first.refresh), refreshOnce('a', second)];
    const outcomes = Promise.allSettled(requested);
    first.fail(new Error('refused'));
    await vi.advanceTimersByTimeAsync(100);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(second).not.toHaveBeenCalled();
    expect(await refreshOnce('a', second)).toBe('second');
  });

  it('a refresh that never ends, as when the edge drops it, is started again', async () => {
    const refreshOnce = createRefreshOnce<string>(Date.now);
    void refreshOnce('a', openRefresh().refresh);
    const second = vi.fn(() => Promise.resolve('second'));
    const requested = refreshOnce('a', second);
    await vi.advanceTimersByTimeAsync(10_900);
    expect(second).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(await requested).toBe('second');
  });

  it('a refresh that never ends is started again only once, however many wait for it', async () => {
    const refreshOnce = createRefreshOnce<string>(Date.now);
    void refreshOnce('a', openRefresh().refresh);
    const second = vi.fn(() => Promise.resolve('second'));
    const requested = [refreshOnce('a', second), refreshOnce('a', second), refreshOnce('a', second)];
    await vi.advanceTimersByTimeAsync(11_100);
    expect(await Promise.all(requested)).toEqual(['second', 'second', 'second']);
    expect(second).toHaveBeenCalledTimes(1);
  });

  it('a thousand refreshes are remembered, and the oldest is forgotten first', async () => {
    const refreshOnce = createRefreshOnce<string>(Date.now);
    const request = (name: string, value: string) => refreshOnce(name, () => Promise.resolve(value));
    await request('first', 'kept');
    for (let count = 1; count < 1_000; count++) await request(`other ${count}`, 'x');
    expect(await request('other 1', 'new')).toBe('x');
    expect(await request('first', 'new')).toBe('new');
  });
});

describe('Parallel refreshes with one cookie', () => {
  it('parallel refreshes cause one call to the platform and have the same answer and cookie', async () => {
    const { requestToken, calls, clock } = startHarness({
      token: [
        () => answerToken(),
        () => answerToken({ access_token: 'access-2', refresh_token: 'refresh-2' }),
        () => answerJson({ error: 'invalid_grant' }, 400),
      ],
    });
    const cookie = cookieOf(await requestToken(CODE_FORM));
    calls.length = 0;
    const answers = await Promise.all([1, 2, 3].map(() => requestToken(REFRESH_FORM, { cookie, ...force })));
    clock.nowMs += 29_000;
    answers.push(await requestToken(REFRESH_FORM, { cookie, ...force }));
    expect(calls).toHaveLength(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const tokens = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { access_token: string }).access_token),
    );
    expect(new Set(tokens)).toEqual(new Set(['access-2']));
    expect(new Set(answers.map(cookieOf)).size).toBe(1);
    clock.nowMs += 1_000;
    const late = await requestToken(REFRESH_FORM, { cookie, ...force });
    expect([late.status, late.headers.has('set-cookie')]).toEqual([400, false]);
  });
});
