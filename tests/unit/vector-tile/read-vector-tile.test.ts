import { VectorTile } from '@mapbox/vector-tile';
import * as fc from 'fast-check';
import { PbfReader, PbfWriter } from 'pbf';
import { describe, expect, it } from 'vitest';
import {
  LINE,
  POINT,
  POLYGON,
  readVectorTile,
  TileError,
  type TileLayer,
  type TileProperties,
} from '#network/vector-tile/read-vector-tile.ts';
import { drawn } from '../../streets/made-up-archive.ts';
import { writeVectorTile } from '#network/vector-tile/write-vector-tile.ts';

const readAll = (bytes: Uint8Array) => readVectorTile(bytes, () => true);

const SQUARE = [0, 0, 40, 0, 40, 40, 0, 40];
const LAYER: TileLayer = {
  name: 'roads',
  extent: 4096,
  features: [
    drawn(POINT, [[5, 6, -7, 8]], { number: '12a' }),
    drawn(LINE, [
      [0, 0, 10, 10],
      [100, 100, 90, 80, 70, -60],
    ]),
    drawn(POLYGON, [SQUARE, [10, 10, 10, 20, 20, 20]], { rank: 3, link: true, low: -4, half: 0.5 }),
  ],
};

/** A tile of one layer with one feature, whose geometry is given as raw numbers. */
function writeRaw(type: number, numbers: readonly number[], extent = 4096): Uint8Array {
  const writer = new PbfWriter();
  writer.writeMessage(
    3,
    (_, layer) => {
      layer.writeStringField(1, 'roads');
      layer.writeVarintField(5, extent);
      layer.writeMessage(
        2,
        (__, written) => {
          written.writeVarintField(3, type);
          written.writePackedVarint(4, [...numbers]);
        },
        null,
      );
    },
    null,
  );
  return writer.finish();
}

describe('Vector tiles', () => {
  it('a tile is read as it was written', () => {
    expect(readAll(writeVectorTile([LAYER]))).toEqual([LAYER]);
  });

  it('other readers read the same, except that they close rings', () => {
    const layer = new VectorTile(new PbfReader(writeVectorTile([LAYER]))).layers['roads']!;
    const parts = (index: number) =>
      layer
        .feature(index)
        .loadGeometry()
        .map((part) => part.flatMap(({ x, y }) => [x, y]));
    expect(layer.extent).toBe(4096);
    expect(parts(0)).toEqual([
      [5, 6],
      [-7, 8],
    ]);
    expect(parts(1)).toEqual([
      [0, 0, 10, 10],
      [100, 100, 90, 80, 70, -60],
    ]);
    expect(parts(2)).toEqual([
      [...SQUARE, 0, 0],
      [10, 10, 10, 20, 20, 20, 10, 10],
    ]);
    expect({ ...layer.feature(2).properties }).toEqual({ rank: 3, link: true, low: -4, half: 0.5 });
  });

  it('any content survives writing and reading', () => {
    const position = fc.integer({ min: -4096, max: 8192 });
    const part = fc
      .array(fc.tuple(position, position), { minLength: 3, maxLength: 9 })
      .map((list) => list.flat());
    const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean());
    const any = fc
      .tuple(
        fc.constantFrom(LINE, POLYGON),
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.dictionary(fc.string(), value),
      )
      .map(([type, parts, properties]) =>
        drawn(type, parts, Object.assign(Object.create(null) as TileProperties, properties)),
      );
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 5 }), (features) => {
        const layer: TileLayer = { name: 'any', extent: 4096, features };
        expect(readAll(writeVectorTile([layer]))).toEqual([layer]);
      }),
    );
  });

  it('unwanted layers are skipped', () => {
    expect(readVectorTile(writeVectorTile([LAYER]), () => false)).toEqual([]);
  });

  it('properties have no prototype', () => {
    const keys = JSON.parse('{"__proto__": "x", "constructor": "y"}') as TileProperties;
    const bytes = writeVectorTile([{ ...LAYER, features: [drawn(LINE, [[0, 0, 1, 1]], keys)] }]);
    const { properties } = readAll(bytes)[0]!.features[0]!;
    expect(Object.getPrototypeOf(properties)).toBeNull();
    expect(Object.keys(properties)).toEqual(['__proto__', 'constructor']);
  });
});

describe('Malicious vector tiles', () => {
  const MANY = 2 ** 28;
  const command = (kind: number, count: number) => count * 8 + kind;

  it.each([
    [
      'ends one ring a hundred million times',
      [command(1, 1), 0, 0, command(2, 2), 2, 0, 0, 2, command(7, MANY), 0],
    ],
    ['moves a hundred million times', [command(1, MANY), 2, 2, 2, 2]],
    ['draws a hundred million lines', [command(1, 1), 0, 0, command(2, MANY), 2, 2, 2, 2]],
    ['ends rings that never began', [command(7, MANY), command(7, MANY), command(7, 1)]],
    ['draws nothing, again and again', Array.from({ length: 1000 }, () => command(2, 0))],
  ])('a geometry that %s yields no more positions than it has bytes', (_, numbers) => {
    const bytes = writeRaw(POLYGON, numbers);
    let positions = 0;
    try {
      for (const { geometry } of readAll(bytes).flatMap(({ features }) => features))
        positions += geometry.positions.length;
    } catch (error) {
      expect(error).toBeInstanceOf(TileError);
    }
    expect(positions).toBeLessThanOrEqual(bytes.length);
  });

  it('positions are clamped near the tile', () => {
    const far = 2 ** 31;
    const [layer] = readAll(writeRaw(LINE, [command(1, 1), far, far, command(2, 1), far + 1, far + 1]));
    expect(layer!.features[0]!.geometry.positions.every((value) => value >= -4096 && value <= 8192)).toBe(
      true,
    );
  });

  it.each([0, 20_000, 2 ** 32])('an extent of %i is refused', (extent) => {
    expect(() => readAll(writeRaw(LINE, [command(1, 1), 0, 0, command(2, 1), 2, 2], extent))).toThrow(
      TileError,
    );
  });

  it('overlapping features are refused, because each would be read to the end of the tile', () => {
    const bytes = writeVectorTile([LAYER]);
    // The length of the first feature, after the tile's and the layer's headers, version, name and extent.
    const at = bytes.indexOf(0x12) + 1;
    bytes[at] = 120;
    expect(() => readAll(bytes)).toThrow(TileError);
  });

  it('a tile with any changed bytes is read or refused (10,000 tiles)', () => {
    const whole = writeVectorTile([LAYER, { ...LAYER, name: 'ground' }]);
    let slowestMs = 0;
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 8 }),
        fc.nat(whole.length),
        (changes, length) => {
          const bytes = whole.slice(0, length % 5 === 0 ? length : whole.length);
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          const startedMs = performance.now();
          try {
            for (const layer of readAll(bytes))
              for (const { geometry } of layer.features) {
                expect(geometry.ends.at(-1)).toBe(geometry.positions.length);
                expect(geometry.positions.length).toBeLessThanOrEqual(bytes.length);
              }
          } catch (error) {
            if (!(error instanceof TileError)) throw error;
          }
          slowestMs = Math.max(slowestMs, performance.now() - startedMs);
        },
      ),
      { numRuns: 10_000, seed: 16 },
    );
    console.log(`10,000 tiles, the slowest took ${slowestMs.toFixed(1)} ms`);
  });
});
