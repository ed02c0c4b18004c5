import { describe, expect, it, vi } from 'vitest';
import { pause } from '#async/pause.ts';
import { retry } from '#platform/back-off.ts';
import { AppError, type ErrorDetails } from '#platform/errors.ts';

const down = (details: ErrorDetails = {}) => new AppError('unavailable', 'down', details);

/** Fails once with each error, then succeeds. */
function setUp(...failures: Error[]) {
  const call = vi.fn(() => {
    const failure = failures.shift();
    return failure === undefined ? Promise.resolve('well') : Promise.reject(failure);
  });
  const waits: number[] = [];
  const wait = (durationMs: number) => {
    waits.push(durationMs);
    return Promise.resolve();
  };
  return { call, waits, options: { wait, random: () => 1 } };
}

describe('Retries', () => {
  it('a call is retried after growing waits, three times by default', async () => {
    const thrice = setUp(down(), down(), down());
    expect(await retry(thrice.call, thrice.options)).toBe('well');
    expect(thrice.waits).toEqual([300, 600, 1200]);
    const last = down();
    const often = setUp(down(), down(), down(), last, down());
    await expect(retry(often.call, often.options)).rejects.toBe(last);
    expect(often.call).toHaveBeenCalledTimes(4);
    const once = setUp(down(), down());
    await expect(retry(once.call, { ...once.options, retries: 0 })).rejects.toThrow('down');
    expect([once.call.mock.calls.length, once.waits]).toEqual([1, []]);
  });

  it('the wait is random between half and all of its time', async () => {
    const { call, options, waits } = setUp(down(), down());
    await retry(call, { ...options, random: () => 0 });
    expect(waits).toEqual([150, 300]);
  });

  it('the wait is as long as the server asks, but at most thirty seconds', async () => {
    const patient = setUp(down({ retryAfterMs: 30_000 }), down({ retryAfterMs: 0 }));
    expect(await retry(patient.call, patient.options)).toBe('well');
    expect(patient.waits).toEqual([30_000, 0]);
    const tooLong = setUp(down({ retryAfterMs: 30_001 }));
    await expect(retry(tooLong.call, tooLong.options)).rejects.toThrow('down');
    expect(tooLong.waits).toEqual([]);
  });

  it.each([new AppError('forbidden', 'no'), new TypeError('a mistake of ours')])(
    'a call is not retried after an error that no retry can fix: %s',
    async (failure) => {
      const { call, options } = setUp(failure);
      await expect(retry(call, options)).rejects.toBe(failure);
      expect(call).toHaveBeenCalledTimes(1);
    },
  );

  it('the signal ends a wait immediately', async () => {
    const { call } = setUp(down({ retryAfterMs: 20_000 }));
    const controller = new AbortController();
    const wait: typeof pause = (durationMs, signal) => {
      const waiting = pause(durationMs, signal);
      controller.abort(new Error('enough'));
      return waiting;
    };
    await expect(retry(call, { signal: controller.signal, wait })).rejects.toMatchObject({
      code: 'aborted',
      cause: { message: 'enough' },
    });
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('there is no wait if the signal has already fired', async () => {
    await expect(pause(20_000, AbortSignal.abort('enough'))).rejects.toBe('enough');
  });
});
