import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeBaseMapFiles } from '../../../scripts/basemap/make-files.ts';
import {
  type BaseMapFile,
  LAND_LEVEL,
  type Path,
  readBaseMapFile,
} from '../../../src/lib/map/base-map-file.ts';
import { unitX, unitY, WORLD } from '../../../src/lib/snapshot-format/mercator.ts';

const folder = fileURLToPath(new URL('../../../static/basemap/', import.meta.url));
const read = (name: string) => readFileSync(join(folder, name));

/** Even-odd rule, as the painter fills. */
function isLand(rings: readonly Path[], latitude: number, longitude: number): boolean {
  const x = unitX(longitude);
  const y = unitY(latitude);
  let inside = false;
  for (const { coordinates } of rings) {
    for (let at = 0, before = coordinates.length - 2; at < coordinates.length; before = at, at += 2) {
      const [x1, y1, x2, y2] = [
        coordinates[at]!,
        coordinates[at + 1]!,
        coordinates[before]!,
        coordinates[before + 1]!,
      ];
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    }
  }
  return inside;
}

const ON_LAND: [string, number, number][] = [
  ['Warszawa', 52.23, 21.01],
  ['Madrid', 40.42, -3.7],
  ['Birmingham', 52.48, -1.9],
  ['Novosibirsk', 55.03, 82.92],
  ['Chukotka, beyond the antimeridian', 66.5, -175],
  ['Chukotka, before it', 67, 178],
  ['Antarctica', -80, 10],
  ['Kansas', 38.5, -98],
];
const AT_SEA: [string, number, number][] = [
  ['the Baltic', 55.5, 18.5],
  ['the Atlantic', 45, -30],
  ['the Arctic Ocean', 80, 150],
  ['the Pacific', 0, 179.9],
  ['the Caspian', 42, 50.5],
];

describe('the files of the base map', () => {
  let made: Map<string, Uint8Array>;
  let world: BaseMapFile;
  beforeAll(() => {
    made = makeBaseMapFiles();
    world = readWhole(read('world.bin'));
  });

  it('are what the generator makes', () => {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => relative(folder, path));
    expect(names.sort()).toEqual([...made.keys()].sort());
    for (const [name, bytes] of made) expect(read(name).equals(bytes), name).toBe(true);
  });

  it('begin with at most 60 KB on the wire', () => {
    expect(brotliCompressSync(read('world.bin')).length).toBeLessThan(60_000);
  });

  it.each(ON_LAND)('have land at %s', (_, latitude, longitude) => {
    expect(isLand(world.rings, latitude, longitude)).toBe(true);
    const { rings } = landFileAt(latitude, longitude);
    expect(isLand(rings, latitude, longitude)).toBe(true);
  });

  it.each(AT_SEA)('have water at %s', (_, latitude, longitude) => {
    expect(isLand(world.rings, latitude, longitude)).toBe(false);
  });

  it('list each other, and can all be read', () => {
    const listed = [
      'world.bin',
      ...world.landFiles.map(({ column, row }) => `land/${column}-${row}.bin`),
      ...world.placeFiles.map(({ column, row }) => `places/${column}-${row}.bin`),
    ];
    expect(listed.sort()).toEqual([...made.keys()].sort());
    for (const bytes of made.values()) {
      const { box, rings, lines } = readWhole(bytes);
      for (const path of [...rings, ...lines]) {
        expect(path.box.west).toBeGreaterThanOrEqual(box.west);
        expect(path.box.east).toBeLessThanOrEqual(box.east);
        expect(path.box.north).toBeGreaterThanOrEqual(box.north);
        expect(path.box.south).toBeLessThanOrEqual(box.south);
      }
    }
  });

  it('name towns as their people do, the most populous first', () => {
    const names = world.places.map(({ name }) => name);
    expect(names).toContain('Warszawa');
    expect(names).not.toContain('Warsaw');
    const weights = world.places.map(({ weight }) => weight);
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
    expect(world.countries.map(({ name }) => name)).toContain('PL');
  });

  it('are refused when cut short or of another version', () => {
    const bytes = read('world.bin');
    expect(() => readWhole(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
    expect(() => readWhole(Uint8Array.of(99))).toThrow(RangeError);
  });

  function readWhole(bytes: Uint8Array): BaseMapFile {
    const reading = readBaseMapFile(bytes);
    for (;;) {
      const step = reading.next();
      if (step.done) return step.value;
    }
  }

  function landFileAt(latitude: number, longitude: number): BaseMapFile {
    const side = WORLD / 2 ** LAND_LEVEL;
    return readWhole(
      read(`land/${Math.floor(unitX(longitude) / side)}-${Math.floor(unitY(latitude) / side)}.bin`),
    );
  }
});
