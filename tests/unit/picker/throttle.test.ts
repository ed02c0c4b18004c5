import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThrottle } from '../../../src/lib/picker/throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  let runs = 0;
  return { throttle: createThrottle(() => runs++, 250), count: () => runs };
}

describe('a throttle', () => {
  it('runs the first request at once', () => {
    const { throttle, count } = setUp();
    throttle.request();
    expect(count()).toBe(1);
  });

  it('gathers what comes too soon into one run when the time is up', () => {
    const { throttle, count } = setUp();
    throttle.request();
    vi.advanceTimersByTime(100);
    throttle.request();
    throttle.request();
    vi.advanceTimersByTime(149);
    expect(count()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(count()).toBe(2);
    vi.advanceTimersByTime(1_000);
    expect(count()).toBe(2);
  });

  it('runs at once again after a pause', () => {
    const { throttle, count } = setUp();
    throttle.request();
    vi.advanceTimersByTime(250);
    throttle.request();
    expect(count()).toBe(2);
  });

  it('drops what waits when it is cancelled', () => {
    const { throttle, count } = setUp();
    throttle.request();
    throttle.request();
    throttle.cancel();
    vi.advanceTimersByTime(1_000);
    expect(count()).toBe(1);
  });
});
