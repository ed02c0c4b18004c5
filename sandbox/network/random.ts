/** A source of random numbers from 0 to below 1. */
export type Random = () => number;

/** Mixes a number's bits (the finalizer of MurmurHash3, public domain). */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * Creates a reproducible stream of random numbers for a seed and a place. The same pair gives the same stream, so that a point
 * can be made without those before it.
 */
export function createRandom(seed: number, place = 0): Random {
  let state = mix(mix(seed + 0x9e3779b9) ^ Math.imul(place + 1, 0x9e3779b1));
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state) / 2 ** 32;
  };
}

/** Computes a 32-bit hash of a text (FNV-1a, then mixed). */
export function hashText(text: string): number {
  let bits = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193);
  return mix(bits);
}

/** Picks an element with equal probability. @param list not empty */
export function pickRandom<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** Picks an integer from least to most, both inclusive. */
export function pickWhole(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}
