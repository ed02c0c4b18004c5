import { vi } from 'vitest';

/**
 * Lets fake timers run until a promise is settled: in steps, so that work without timers keeps up
 * with them.
 */
export async function passTime<Value>(promise: Promise<Value>): Promise<Value> {
  let isSettled = false;
  const settle = () => void (isSettled = true);
  void promise.then(settle, settle);
  while (!isSettled) await vi.advanceTimersByTimeAsync(100);
  return promise;
}
