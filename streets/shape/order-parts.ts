import { zxyToTileId } from 'pmtiles';
import { UNITS } from './detail.ts';
import type { Part } from './part.ts';

const LEVEL = Math.log2(UNITS);

/**
 * Has parts follow one another along a Hilbert curve: the way from one to the next is short then, and packs into fewer bytes.
 * @param parts in UNITS; those that `isTail` tells go with the part before them
 */
export function orderParts(parts: readonly Part[], isTail: (part: Part) => boolean): Part[] {
  const chains: { place: number; parts: Part[] }[] = [];
  for (const part of parts) {
    const last = chains.at(-1);
    if (last !== undefined && isTail(part)) last.parts.push(part);
    else chains.push({ place: placeOf(part), parts: [part] });
  }
  return chains.sort((a, b) => a.place - b.place).flatMap((chain) => chain.parts);
}

/** How far along the curve, which PMTiles counts tiles along, a part begins. */
function placeOf([x = 0, y = 0]: Part): number {
  const clamp = (value: number) => Math.max(0, Math.min(value, UNITS - 1));
  return zxyToTileId(LEVEL, clamp(x), clamp(y));
}
