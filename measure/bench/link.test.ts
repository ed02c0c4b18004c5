import { describe, expect, it } from 'vitest';
import { countRoundTrips, linkLimitMs } from './link.ts';

describe('countRoundTrips', () => {
  it('counts requests that waited for one another', () => {
    const chain = [
      { startMs: 0, endMs: 100 },
      { startMs: 100, endMs: 300 },
      { startMs: 310, endMs: 500 },
    ];
    expect(countRoundTrips(chain)).toBe(3);
  });

  it('counts simultaneous requests as one, in any order', () => {
    const together = [
      { startMs: 200, endMs: 400 },
      { startMs: 0, endMs: 500 },
      { startMs: 10, endMs: 190 },
      { startMs: 20, endMs: 180 },
    ];
    expect(countRoundTrips(together)).toBe(2);
  });
});

describe('linkLimitMs', () => {
  it('adds round trips of 150 ms to bytes at 1.6 Mbit/s', () => {
    expect(linkLimitMs(3, 20_000)).toEqual({ latencyMs: 450, transferMs: 100 });
  });
});
