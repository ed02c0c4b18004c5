import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TileError } from '#network/vector-tile/read-vector-tile.ts';
import { readWhole, TILES_FOLDER } from './read-tile.ts';
import { makeTile } from './streets/make-tile.ts';

const ADDRESS = { level: 6, column: 8, row: 24 } as const;
const whole = readFileSync(`${TILES_FOLDER}2/2-1.mvt`);

/** Reads a possibly broken tile; fails on any error but the reader's own. */
function tryToRead(bytes: Uint8Array): 'read' | 'refused' {
  try {
    readWhole(bytes, ADDRESS);
    return 'read';
  } catch (error) {
    expect(error).toBeInstanceOf(TileError);
    return 'refused';
  }
}

describe('a broken tile of the offline map', () => {
  it('a truncated or empty tile, or a page, is rejected, and therefore requested again', () => {
    expect(tryToRead(whole)).toBe('read');
    const page = new TextEncoder().encode('<!doctype html><title>Sign in to this network</title>');
    for (const bytes of [whole.subarray(0, whole.length - 1), whole.subarray(0, 99), new Uint8Array(), page])
      expect(tryToRead(bytes)).toBe('refused');
  });

  it('a tile without any layer of the map is rejected', () => {
    expect(tryToRead(makeTile([['roads', 'line', [0, 0, 9, 9], {}]]))).toBe('refused');
  });

  it('incomplete names aren’t shown', () => {
    const bytes = makeTile([
      ['places', 'point', [64, 64], { name: 'Town', weight: 9 }],
      ['places', 'point', [64, 64], { name: 9, weight: 9 }],
      ['places', 'point', [64, 64], { name: 'Town' }],
    ]);
    expect(readWhole(bytes, ADDRESS).places.map(({ name }) => name)).toEqual(['Town']);
  });

  it('no other error is thrown, whatever the bytes', () => {
    const changed = fc
      .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 })
      .map((changes) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        return bytes;
      });
    fc.assert(
      fc.property(changed, (bytes) => void tryToRead(bytes)),
      { numRuns: 300, seed: 1 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void tryToRead(bytes)),
      { seed: 1 },
    );
  });
});
