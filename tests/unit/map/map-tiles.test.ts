import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTowns } from '../../../scripts/basemap/towns.ts';
import {
  MAP_LEVELS,
  type MapLevel,
  type MapTileAddress,
  sideOf,
  TILE_UNITS,
} from '../../../src/lib/map/map-levels.ts';
import { BUFFER, type MapTile } from '../../../src/lib/map/map-tile.ts';
import { kindOfTile } from '../../../src/lib/map/base-map-loader.ts';
import type { Part } from '../../../src/lib/map/tile-reader.ts';
import { unitX, unitY } from '#network/snapshot-format/mercator.ts';
import { readWhole, TILES_FOLDER } from './read-tile.ts';

const LEVELS = MAP_LEVELS.map(({ level }) => level);
const COARSEST = 2;
const DEEPEST = 6;
const NOTHING: MapTile = { land: [], lakes: [], borders: [], places: [], villages: [], countries: [] };

/** Even-odd rule, as the painter fills. */
function isInside(rings: readonly Part[], x: number, y: number): boolean {
  let inside = false;
  for (const { positions } of rings) {
    for (let at = 0, before = positions.length - 2; at < positions.length; before = at, at += 2) {
      const [x1, y1, x2, y2] = [
        positions[at]!,
        positions[at + 1]!,
        positions[before]!,
        positions[before + 1]!,
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
  ['Chukotka, on it', 67, 180],
  ['Antarctica', -80, 10],
  ['Antarctica, at the edge of the world', -85, 179.9],
  ['Kansas', 38.5, -98],
];
const AT_SEA: [string, number, number][] = [
  ['the Baltic', 55.5, 18.5],
  ['the Atlantic', 45, -30],
  ['the Arctic Ocean', 80, 150],
  ['the Pacific', 0, 179.9],
  ['the Caspian', 42, 50.5],
];
/** Each with a place on the land beside it, or on an island. */
const LAKES: [string, number, number, ashore: [number, number]][] = [
  ['the IJsselmeer', 52.8, 5.4, [52.7, 5.75]],
  ['the Markermeer, south-west of Flevoland', 52.55, 5.2, [52.45, 5.55]],
  ['Peipus', 58.7, 27.4, [58.8, 26.5]],
  ['the Balaton', 46.85, 17.8, [47.2, 17.8]],
  ['the Mälaren', 59.45, 17, [59.86, 17.64]],
  ['Lake Constance', 47.6, 9.45, [47.78, 9.61]],
];

/** Files that `npm run` commands write and pages load, by name. */
const files = new Map<string, Buffer>(
  LEVELS.flatMap((level) =>
    readdirSync(join(TILES_FOLDER, `${level}`))
      .filter((name) => name.endsWith('.mvt'))
      .map((name) => [`${level}/${name}`, readFileSync(join(TILES_FOLDER, `${level}`, name))] as const),
  ),
);

describe('the tiles of the offline map', () => {
  it('the tiles are small, and few enough for a static site', () => {
    expect(files.size).toBeLessThan(2_000);
    const sizeOf = (name: string) => statSync(join(TILES_FOLDER, `${name}.br`)).size;
    expect(sizeOf('2/2-1.mvt')).toBeLessThan(20_000);
    const largest = [...files].reduce((a, b) => (a[1].length > b[1].length ? a : b))[0];
    expect(sizeOf(largest)).toBeLessThan(80_000);
  });

  it('the list of tiles describes each tile correctly', () => {
    const squares = LEVELS.flatMap((level) => squaresOf(level).filter((tile) => kindOfTile(tile) === 'file'));
    expect(squares.map(nameOf).sort()).toEqual([...files.keys()].sort());
    for (const [place, latitude, longitude] of ON_LAND)
      expect(kindOfTile(addressAt(DEEPEST, latitude, longitude)), place).not.toBe('water');
    expect(kindOfTile(addressAt(DEEPEST, 45, -30))).toBe('water');
    expect(kindOfTile(addressAt(DEEPEST, -29.5, 137.8))).toBe('land');
  });

  it.each(ON_LAND)('there is land at %s', (_, latitude, longitude) => {
    for (const level of LEVELS) expect(isLandAt(level, latitude, longitude), `${level}`).toBe(true);
  });

  it.each(AT_SEA)('there is water at %s', (_, latitude, longitude) => {
    for (const level of LEVELS) expect(isLandAt(level, latitude, longitude), `${level}`).toBe(false);
  });

  it.each(LAKES)('there is water in %s, and land beside it', (_, latitude, longitude, ashore) => {
    // The coarsest level is for views of countries, in which smaller lakes would be dots.
    for (const level of LEVELS.slice(1)) {
      expect(isLandAt(level, latitude, longitude), `${level}`).toBe(false);
      expect(isLandAt(level, ...ashore), `${level}`).toBe(true);
    }
  });

  it('the largest lakes are at every level, with their islands', () => {
    for (const level of LEVELS) {
      expect(isLandAt(level, 60.8, 31.5), `Ladoga, ${level}`).toBe(false);
      expect(isLandAt(level, 47.5, -87.5), `Lake Superior, ${level}`).toBe(false);
    }
    expect(isLandAt(DEEPEST, 45.8, -82.2), 'Manitoulin Island in Lake Huron').toBe(true);
  });

  it('every tile can be read, and extends as far beyond its square as the painter cuts off', () => {
    const most = TILE_UNITS * BUFFER;
    for (const level of LEVELS) {
      let [west, east] = [0, 0];
      for (const address of squaresOf(level)) {
        const { land, lakes, borders } = readMade(address);
        for (const part of [...land, ...lakes, ...borders]) {
          west = Math.min(west, part.west);
          east = Math.max(east, part.east);
        }
      }
      expect([west, east]).toEqual([-most, TILE_UNITS + most]);
    }
  });

  it('each town of a level is named once, in the local language, the most populous first', () => {
    const towns = readTowns().filter(({ isSection, population }) => !isSection && population >= 15_000);
    const names = squaresOf(DEEPEST).flatMap((address) => {
      const { places } = readMade(address);
      const weights = places.map(({ weight }) => weight);
      expect(weights).toEqual([...weights].sort((a, b) => b - a));
      return places.map(({ name, weight }) => `${name} ${weight}`);
    });
    expect(names.sort()).toEqual(towns.map(({ name, weight }) => `${name} ${weight}`).sort());
    const europe = readMade(addressAt(COARSEST, 52.23, 21.01));
    expect(europe.places.map(({ name }) => name)).toContain('Warszawa');
    expect(europe.countries.map(({ name }) => name)).toContain('PL');
  });

  it('each name has its position', () => {
    const warsaw = readMade(addressAt(DEEPEST, 52.23, 21.01)).places.find(({ name }) => name === 'Warszawa');
    expect(Math.abs(warsaw!.x - unitX(21.0118))).toBeLessThan(200);
    expect(Math.abs(warsaw!.y - unitY(52.2298))).toBeLessThan(200);
  });

  const nameOf = ({ level, column, row }: MapTileAddress) => `${level}/${column}-${row}.mvt`;

  const squaresOf = (level: MapLevel) =>
    Array.from({ length: 4 ** level }, (_, at) => ({ level, column: at % 2 ** level, row: at >> level }));

  function addressAt(level: MapLevel, latitude: number, longitude: number): MapTileAddress {
    const side = sideOf(level);
    return { level, column: Math.floor(unitX(longitude) / side), row: Math.floor(unitY(latitude) / side) };
  }

  function readMade(address: MapTileAddress): MapTile {
    const bytes = files.get(nameOf(address));
    return bytes === undefined ? NOTHING : readWhole(bytes, address);
  }

  function isLandAt(level: MapLevel, latitude: number, longitude: number): boolean {
    const address = addressAt(level, latitude, longitude);
    if (kindOfTile(address) !== 'file') return kindOfTile(address) === 'land';
    const unit = sideOf(level) / TILE_UNITS;
    const x = unitX(longitude) / unit - address.column * TILE_UNITS;
    const y = unitY(latitude) / unit - address.row * TILE_UNITS;
    const { land, lakes } = readMade(address);
    return isInside(land, x + 1e-4, y + 1e-4) && !isInside(lakes, x + 1e-4, y + 1e-4);
  }
});
