/**
 * Morton keys (Z-order): the interleaved bits of x and y, y's above x's. All points in a quadtree square have keys in one
 * contiguous range. Two axes of 26 bits make 52, which a double represents exactly.
 */
import { AXIS_BITS } from './mercator.ts';

const HALF_BITS = AXIS_BITS / 2;
const HALF_MASK = 2 ** HALF_BITS - 1;
const LOW_HALF = 2 ** AXIS_BITS;

/**
 * Computes the key of integer units in 0 … 2^26 - 1, in two halves, because bitwise operators use only 32
 * bits.
 */
export function mortonKey(x: number, y: number): number {
  const high = spreadBits(x >>> HALF_BITS) | (spreadBits(y >>> HALF_BITS) << 1);
  const low = spreadBits(x & HALF_MASK) | (spreadBits(y & HALF_MASK) << 1);
  return high * LOW_HALF + low;
}

/** Number of keys in a square of a level; level 0 is the world, and each level halves the side. */
export function keysInSquare(level: number): number {
  return 4 ** (AXIS_BITS - level);
}

/** The x of a key, in integer units. */
export function keyX(key: number): number {
  return (compactBits(Math.floor(key / LOW_HALF)) << HALF_BITS) | compactBits(key % LOW_HALF);
}

/** The y of a key, in integer units. */
export function keyY(key: number): number {
  return (compactBits(Math.floor(key / LOW_HALF) >>> 1) << HALF_BITS) | compactBits((key % LOW_HALF) >>> 1);
}

/** Extracts every second of 26 bits, starting with the lowest. */
function compactBits(bits: number): number {
  let packed = bits & 0x55555555;
  packed = (packed | (packed >>> 1)) & 0x33333333;
  packed = (packed | (packed >>> 2)) & 0x0f0f0f0f;
  packed = (packed | (packed >>> 4)) & 0x00ff00ff;
  return (packed | (packed >>> 8)) & 0x0000ffff;
}

/** Inserts a zero before each of 13 bits. */
function spreadBits(bits: number): number {
  let spaced = bits;
  spaced = (spaced | (spaced << 8)) & 0x00ff00ff;
  spaced = (spaced | (spaced << 4)) & 0x0f0f0f0f;
  spaced = (spaced | (spaced << 2)) & 0x33333333;
  return (spaced | (spaced << 1)) & 0x55555555;
}
