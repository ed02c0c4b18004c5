import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AXIS_BITS, WORLD } from '#network/snapshot-format/mercator.ts';
import { keysInSquare, keyX, keyY, mortonKey } from '#network/snapshot-format/morton.ts';
import { sortOrder } from '#network/sort-order.ts';

const unit = fc.nat({ max: WORLD - 1 });

/** A slow reference that works bit by bit. */
function interleave(x: number, y: number): number {
  let key = 0n;
  for (let bit = 0n; bit < BigInt(AXIS_BITS); bit++) {
    key |= ((BigInt(x) >> bit) & 1n) << (2n * bit);
    key |= ((BigInt(y) >> bit) & 1n) << (2n * bit + 1n);
  }
  return Number(key);
}

describe('Morton keys', () => {
  it('a key interleaves the bits of both axes exactly', () => {
    fc.assert(
      fc.property(unit, unit, (x, y) => {
        expect(mortonKey(x, y)).toBe(interleave(x, y));
      }),
    );
    expect(mortonKey(WORLD - 1, WORLD - 1)).toBe(2 ** 52 - 1);
  });

  it('a key converts back to both axes', () => {
    fc.assert(
      fc.property(unit, unit, (x, y) => {
        const key = mortonKey(x, y);
        expect([keyX(key), keyY(key)]).toEqual([x, y]);
      }),
    );
    const last = 2 ** 52 - 1;
    expect([keyX(last), keyY(last)]).toEqual([WORLD - 1, WORLD - 1]);
  });

  it('every quadtree square is one unbroken range of keys', () => {
    fc.assert(
      fc.property(unit, unit, fc.integer({ min: 0, max: AXIS_BITS }), (x, y, level) => {
        const side = 2 ** (AXIS_BITS - level);
        const corner = mortonKey(x - (x % side), y - (y % side));
        const key = mortonKey(x, y);
        expect(key).toBeGreaterThanOrEqual(corner);
        expect(key).toBeLessThan(corner + keysInSquare(level));
      }),
    );
  });
});

describe('Sort order of keys', () => {
  it('it equals the stable order from comparisons', () => {
    const key = fc.oneof(
      fc.maxSafeNat().map((value) => value % 2 ** 52),
      fc.nat({ max: 5 }),
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 300 }), (keys) => {
        const expected = keys.map((_, at) => at).sort((a, b) => keys[a]! - keys[b]! || a - b);
        expect([...sortOrder(Float64Array.from(keys))]).toEqual(expected);
      }),
    );
  });
});
