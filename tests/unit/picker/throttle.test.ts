import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThrottle } from '../../../src/lib/picker/throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  let runs = 0;
  return { throttle: createThrottle(() => runs++, 250), count: () => runs };
}

describe('a throttle', () => {
  it('the first request runs immediately', () => {
    const { throttle, count } = setUp();
    throttle.request();
    expect(count()).toBe(1);
  });

  it('requests that come too soon are merged into one run', () => {
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

  it('a request after a pause runs immediately', () => {
    const { throttle, count } = setUp();
    throttle.request();
    vi.advanceTimersByTime(250);
    throttle.request();
    expect(count()).toBe(2);
  });

  it('a cancelled request doesn’t run', () => {
    const { throttle, count } = setUp();
    throttle.request();
    throttle.request();
    throttle.cancel();
    vi.advanceTimersByTime(1_000);
    expect(count()).toBe(1);
  });
});
