import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ABANDONED_AFTER_MS, shareCall, type SharedCall } from '#async/shared-call.ts';
import { UPSTREAM_TIMEOUT_MS } from '#platform/fetch-upstream.ts';

/** A call that the test settles. */
function openCall() {
  let succeed: (value: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((resolve, reject) => {
    succeed = resolve;
    fail = reject;
  });
  return { make: vi.fn(() => promise), succeed, fail };
}

describe('Call shared by requests', () => {
  let calls: Map<string, SharedCall<string>>;
  const share = (make: () => Promise<string>, key = 'a') => shareCall(calls, key, Date.now, make);
  const second = vi.fn(() => Promise.resolve('second'));

  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
    calls = new Map();
    second.mockClear();
  });
  afterEach(() => void vi.useRealTimers());

  it('the first request makes it immediately, and the others get its answer when it ends', async () => {
    const first = openCall();
    const answers = [share(first.make), share(second), share(second)];
    expect(first.make).toHaveBeenCalledTimes(1);
    expect(calls.get('a')).toEqual({ startedAtMs: 1_000_000, outcome: null });
    await vi.advanceTimersByTimeAsync(5_000);
    first.succeed('first');
    await vi.advanceTimersByTimeAsync(20);
    expect(await Promise.all(answers)).toEqual(['first', 'first', 'first']);
    expect(second).not.toHaveBeenCalled();
  });

  it('it answers later requests too until it is removed from the map', async () => {
    await share(() => Promise.resolve('first'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await share(second)).toBe('first');
    calls.delete('a');
    expect(await share(second)).toBe('second');
  });

  it('it isn’t shared between keys', async () => {
    const first = openCall();
    void share(first.make, 'a');
    expect(await share(second, 'b')).toBe('second');
    expect([...calls.keys()]).toEqual(['a', 'b']);
  });

  it('its failure reaches all waiting requests, and a later request makes it again', async () => {
    const first = openCall();
    const answers = Promise.allSettled([share(first.make), share(second)]);
    const refused = new Error('refused');
    first.fail(refused);
    await vi.advanceTimersByTimeAsync(20);
    expect(await answers).toEqual([
      { status: 'rejected', reason: refused },
      { status: 'rejected', reason: refused },
    ]);
    expect([second.mock.calls.length, calls.size]).toEqual([0, 0]);
    expect(await share(second)).toBe('second');
  });

  it('if it doesn’t end within eleven seconds, one of the waiting requests makes it again', async () => {
    const [first, third] = [openCall(), openCall()];
    void share(first.make);
    const answers = [share(third.make), share(second), share(second)];
    await vi.advanceTimersByTimeAsync(10_999);
    expect(third.make).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(third.make).toHaveBeenCalledTimes(1);
    expect(calls.get('a')).toEqual({ startedAtMs: 1_011_000, outcome: null });
    third.succeed('third');
    await vi.advanceTimersByTimeAsync(20);
    expect(await Promise.all(answers)).toEqual(['third', 'third', 'third']);
    expect(second).not.toHaveBeenCalled();
  });

  it('an abandoned call that fails later doesn’t replace the new one', async () => {
    const [first, third] = [openCall(), openCall()];
    const failed = share(first.make).catch((error: Error) => error.message);
    const answer = share(third.make);
    await vi.advanceTimersByTimeAsync(11_000);
    first.fail(new Error('late'));
    expect(await failed).toBe('late');
    const joined = share(second);
    third.succeed('third');
    await vi.advanceTimersByTimeAsync(20);
    expect([await answer, await joined]).toEqual(['third', 'third']);
    expect(second).not.toHaveBeenCalled();
  });
});

it('A call counts as abandoned only after its own time limit', () => {
  expect(ABANDONED_AFTER_MS).toBeGreaterThan(UPSTREAM_TIMEOUT_MS);
});
