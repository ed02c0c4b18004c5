import { MAP_LEVELS, type MapLevel } from '../../src/lib/map/map-levels.ts';
import type { NamedPlace } from '../../src/lib/map/map-tile.ts';
import { unitsOfPixels, WORLD } from '#network/snapshot-format/mercator.ts';
import { POINT, type TileLayer } from '#network/vector-tile/read-vector-tile.ts';
import { writeVectorTile } from '#network/vector-tile/write-vector-tile.ts';
import { cutLand } from './cut-land.ts';
import { readLakes } from './lakes.ts';
import { readNaturalEarth } from './natural-earth.ts';
import { readTowns, type MapTown } from './towns.ts';

/** Detail of a level, and the places that it labels. */
interface LevelContent {
  scale: '10m' | '50m';
  /** Tolerance of simplification, in Mercator units. */
  tolerance: number;
  /** Units per side of a tile. */
  extent: number;
  hasCountries: boolean;
  /** Minimum population of labelled towns. */
  population: number;
  /** Whether to label villages and parts of towns. */
  hasVillages: boolean;
}

/** Label villages in these countries: those of the network. */
const VILLAGE_COUNTRIES = new Set('AT BE CZ DE DK ES FI FR GB HU IE IT LU NL PL PT RO SE SK'.split(' '));

const CONTENTS: Readonly<Record<MapLevel, LevelContent>> = {
  // Keep these tiles small, because a first view at a low zoom loads many of them.
  2: {
    scale: '50m',
    tolerance: unitsOfPixels(1.7, 5),
    extent: 4_096,
    hasCountries: true,
    population: 500_000,
    hasVillages: false,
  },
  4: {
    scale: '10m',
    tolerance: unitsOfPixels(0.5, 8),
    extent: 8_192,
    hasCountries: true,
    population: 30_000,
    hasVillages: false,
  },
  // Use the full detail of Natural Earth.
  6: {
    scale: '10m',
    tolerance: unitsOfPixels(0.5, 9),
    extent: 16_384,
    hasCountries: false,
    population: 15_000,
    hasVillages: true,
  },
};

/** Makes all tiles of the offline map. The same input gives the same bytes. */
export function makeTiles() {
  const towns = readTowns();
  /** Contents by path, as `2/1-1.mvt`. */
  const files = new Map<string, Uint8Array>();
  /** Kinds of a level's tiles, in the form that src/lib/map/map-levels.ts reads. */
  const kinds = Object.fromEntries(
    MAP_LEVELS.map(({ level }) => [level, makeLevel(level, towns, files)]),
  ) as Record<MapLevel, string>;
  return { files, kinds };
}

/** Adds the files of a level. @returns the kinds of its tiles, run-length encoded */
function makeLevel(level: MapLevel, towns: readonly MapTown[], files: Map<string, Uint8Array>): string {
  const { scale, tolerance, extent, hasCountries, population, hasVillages } = CONTENTS[level];
  const geography = readNaturalEarth(scale, tolerance);
  const landAt = cutLand(geography, readLakes(tolerance), level, extent);
  const isTown = (town: MapTown) => !town.isSection && town.population >= population;
  const isVillage = (town: MapTown) => hasVillages && VILLAGE_COUNTRIES.has(town.country) && !isTown(town);
  const names = [
    placeLayers('places', towns.filter(isTown), level, extent),
    placeLayers('villages', towns.filter(isVillage), level, extent),
    placeLayers('countries', hasCountries ? geography.countries : [], level, extent),
  ];
  let letters = '';
  for (let row = 0; row < 2 ** level; row++) {
    for (let column = 0; column < 2 ** level; column++) {
      const name = `${column}-${row}`;
      const { layers: land, isAll } = landAt(column, row);
      const layers = [...land, ...names.flatMap((layer) => layer.get(name) ?? [])];
      const kind = layers.length === 0 ? 'w' : isAll && layers.length === 1 ? 'l' : 'f';
      letters += kind;
      if (kind === 'f') files.set(`${level}/${name}.mvt`, writeVectorTile(layers));
    }
  }
  return letters.replace(/(.)\1+/g, (run, letter: string) => letter + run.length);
}

/** Makes layers of labels by tile, in the order of the places. Each place is in a single tile. */
function placeLayers(
  layer: string,
  places: readonly NamedPlace[],
  level: MapLevel,
  extent: number,
): Map<string, TileLayer> {
  const side = WORLD / 2 ** level;
  const tiles = new Map<string, TileLayer>();
  for (const { x, y, name, weight } of places) {
    const [column, row] = [Math.floor(x / side), Math.floor(y / side)];
    const inTile = (value: number, tile: number) => Math.floor(((value - tile * side) / side) * extent);
    const tile = tiles.get(`${column}-${row}`) ?? { name: layer, extent, features: [] };
    tiles.set(`${column}-${row}`, tile);
    tile.features.push({
      type: POINT,
      properties: { name, weight },
      geometry: { positions: Int32Array.of(inTile(x, column), inTile(y, row)), ends: [2] },
    });
  }
  return tiles;
}
