import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { decodeBlock, encodeBlock } from '#network/snapshot-format/block-codec.ts';
import { decodeBlockTable, encodeBlockTable, encodeSquares } from '#network/snapshot-format/block-table.ts';
import { keysInSquare } from '#network/snapshot-format/morton.ts';
import { cutSquares } from '../../publisher/blocks.ts';

const anyKey = fc.oneof(
  fc.integer({ min: 0, max: keysInSquare(0) - 1 }),
  // Crowded: a city's corner, and a single position.
  fc.integer({ min: 5 * 2 ** 40, max: 5 * 2 ** 40 + 100 }),
  fc.constant(0),
  fc.constant(keysInSquare(0) - 1),
);
const sortedKeys = fc
  .array(anyKey, { maxLength: 300 })
  .map((keys) => Float64Array.from(keys).sort((a, b) => a - b));
const anyCentroid = fc.integer({ min: 0, max: 63 });

describe('Quad tree', () => {
  it('tiles the world, and each square has exactly the keys inside it', () => {
    fc.assert(
      fc.property(sortedKeys, fc.integer({ min: 1, max: 50 }), (keys, most) => {
        let nextKey = 0;
        let nextStart = 0;
        for (const { level, key, start, count } of cutSquares(keys, most)) {
          expect([key, start]).toEqual([nextKey, nextStart]);
          nextKey += keysInSquare(level);
          nextStart += count;
          for (const inside of keys.subarray(start, start + count)) {
            expect(inside >= key && inside < nextKey).toBe(true);
          }
          if (count > most) expect(keysInSquare(level)).toBe(1);
        }
        expect([nextKey, nextStart]).toEqual([keysInSquare(0), keys.length]);
      }),
    );
  });

  it('divides a square only if it has too many points', () => {
    const keys = Float64Array.from({ length: 1024 }, (_, at) => at);
    expect(cutSquares(keys, 1024)).toEqual([{ level: 0, key: 0, start: 0, count: 1024 }]);
    expect(cutSquares(keys, 1023).length).toBeGreaterThan(4);
  });

  it('survives being written to manifest and table and read again', () => {
    fc.assert(
      fc.property(sortedKeys, anyCentroid, anyCentroid, (keys, centroidX, centroidY) => {
        const squares = cutSquares(keys, 10).map((square) => ({ ...square, centroidX, centroidY }));
        const letters = JSON.parse(JSON.stringify(encodeSquares(squares))) as string;
        const blocks = decodeBlockTable(letters, encodeBlockTable(squares));
        expect(blocks).toEqual(
          squares
            .filter(({ count }) => count > 0)
            .map((square, index) => ({
              ...square,
              index,
              // The middle of one of 16 steps.
              centroidX: Math.floor(centroidX / 4) * 4 + 2,
              centroidY: Math.floor(centroidY / 4) * 4 + 2,
            })),
        );
      }),
    );
  });

  it.each([
    ['a square too few', 'bbb', []],
    ['a square too many', 'bbbbb', []],
    ['a square across others', 'cbbb', []],
    ['an unknown level', '|', []],
    ['a letter of another alphabet', 'á', []],
    ['a digit for a level', '1', []],
    ['a block without points', 'A', [0, 7]],
    ['a missing centroid', 'A', [1]],
    ['a missing count', 'BBBB', [1, 1, 1]],
    ['the table of another network', 'A', [1, 7, 1, 7]],
  ])('decoding refuses %s', (_, squares, table) => {
    expect(() => decodeBlockTable(squares, Uint8Array.from(table))).toThrow(AppError);
  });
});

const SQUARE = { squareKey: 3 * keysInSquare(3), keysInSquare: keysInSquare(3) };
const FACET_COUNT = 200;

const anyBlock = fc
  .array(
    fc.record({
      key: fc.integer({ min: SQUARE.squareKey, max: SQUARE.squareKey + SQUARE.keysInSquare - 1 }),
      facet: fc.integer({ min: 0, max: FACET_COUNT - 1 }),
      id: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a]', '["]', 'PL_ŁÓDŹ01', '\u0000')),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((points) => {
    points.sort((a, b) => a.key - b.key);
    return {
      keys: Float64Array.from(points, ({ key }) => key),
      facets: Uint16Array.from(points, ({ facet }) => facet),
      ids: points.map(({ id }) => id),
    };
  });

describe('Block', () => {
  const promise = (count: number) => ({ ...SQUARE, count, facetCount: FACET_COUNT });

  it('survives being encoded and decoded', () => {
    fc.assert(
      fc.property(anyBlock, (block) => {
        const decoded = decodeBlock(encodeBlock(block, SQUARE.squareKey), promise(block.ids.length));
        expect(decoded.keys).toEqual(block.keys);
        expect(decoded.facets).toEqual(block.facets);
        expect(decoded.readIds()).toEqual(block.ids);
      }),
    );
  });

  it('decoding refuses a truncated block, wherever it is cut', () => {
    fc.assert(
      fc.property(anyBlock, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (block, part) => {
        const bytes = encodeBlock(block, SQUARE.squareKey);
        const cut = bytes.subarray(0, Math.floor(bytes.length * part));
        expect(() => decodeBlock(cut, promise(block.ids.length)).readIds()).toThrow();
      }),
    );
  });

  it('decoding refuses one block in place of another', () => {
    fc.assert(
      fc.property(anyBlock, (block) => {
        const bytes = encodeBlock(block, SQUARE.squareKey);
        const expected = promise(block.ids.length);
        const decodeAs = (other: Partial<typeof expected>) => () =>
          decodeBlock(bytes, { ...expected, ...other });
        expect(decodeAs({ count: block.ids.length + 1 })).toThrow('points');
        expect(decodeAs({ facetCount: Math.max(...block.facets) })).toThrow('class');
        const lastKey = block.keys.at(-1)!;
        expect(decodeAs({ keysInSquare: lastKey - SQUARE.squareKey })).toThrow('outside its square');
      }),
    );
  });

  it('decoding refuses a web page', () => {
    const page = new TextEncoder().encode('<!doctype html><title>Not found</title>');
    expect(() => decodeBlock(page, promise(60))).toThrow();
  });
});
