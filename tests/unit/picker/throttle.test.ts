import { describe, expect, it } from 'vitest';
import { createThrottle } from '../../../src/lib/picker/throttle.ts';

/** A clock that stands still until it is moved. */
function makeClock() {
  let nowMs = 1_000;
  let planned: { run: () => void; atMs: number }[] = [];
  return {
    now: () => nowMs,
    later: (run: () => void, delayMs: number) => {
      const plan = { run, atMs: nowMs + delayMs };
      planned.push(plan);
      return () => (planned = planned.filter((other) => other !== plan));
    },
    advance(byMs: number) {
      nowMs += byMs;
      const due = planned.filter(({ atMs }) => atMs <= nowMs);
      planned = planned.filter(({ atMs }) => atMs > nowMs);
      due.forEach(({ run }) => run());
    },
  };
}

function setUp() {
  const clock = makeClock();
  let runs = 0;
  const throttle = createThrottle(() => runs++, 250, clock);
  return { clock, throttle, count: () => runs };
}

describe('a throttle', () => {
  it('runs the first request at once', () => {
    const { throttle, count } = setUp();
    throttle.request();
    expect(count()).toBe(1);
  });

  it('gathers what comes too soon into one run when the time is up', () => {
    const { clock, throttle, count } = setUp();
    throttle.request();
    clock.advance(100);
    throttle.request();
    throttle.request();
    clock.advance(149);
    expect(count()).toBe(1);
    clock.advance(1);
    expect(count()).toBe(2);
  });

  it('runs at once again after a pause', () => {
    const { clock, throttle, count } = setUp();
    throttle.request();
    clock.advance(250);
    throttle.request();
    expect(count()).toBe(2);
  });

  it('runs when it is flushed, and not a second time for the request that waited', () => {
    const { clock, throttle, count } = setUp();
    throttle.request();
    throttle.request();
    throttle.flush();
    clock.advance(1_000);
    expect(count()).toBe(2);
  });

  it('drops what waits when it is cancelled', () => {
    const { clock, throttle, count } = setUp();
    throttle.request();
    throttle.request();
    throttle.cancel();
    clock.advance(1_000);
    expect(count()).toBe(1);
  });
});
