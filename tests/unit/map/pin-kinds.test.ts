import { describe, expect, it } from 'vitest';
import { pointKind } from '#contract/point-pictures.ts';
import { roundLength } from '../../../src/lib/map/scale-bar.ts';

describe('the kind of a pin', () => {
  it.each([
    ['APM', 'locker'],
    ['PUDO', 'shop'],
    ['', 'other'],
    ['DRONE_PAD', 'other'],
    ['__proto__', 'other'],
  ])('the type "%s" has the kind %s', (type, kind) => {
    expect(pointKind(type)).toBe(kind);
  });
});

describe('the length of the scale bar', () => {
  it.each([
    [9.9, 5],
    [10, 10],
    [19, 10],
    [49, 20],
    [730, 500],
    [3_456_789, 2_000_000],
  ])('with room for %d metres, the scale bar shows %d', (most, length) => {
    expect(roundLength(most)).toBe(length);
  });
});
