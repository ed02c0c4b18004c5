import { LAND_LEVEL, type NamedPlace, PLACES_LEVEL } from '../../src/lib/map/base-map-file.ts';
import { unitsOfPixels, WORLD } from '../../src/lib/snapshot-format/mercator.ts';
import { encodeFile, type FileContent } from './encode.ts';
import { nameCountries, readNaturalEarth } from './natural-earth.ts';
import { boxOfSquare, cutIntoSquares } from './squares.ts';
import { readTowns, type Town } from './towns.ts';

/** The file of the whole world is good up to this zoom; it comes first, so it has to be small. */
const WORLD_ZOOM = 5;
const WORLD_STEP_BITS = 12;
const WORLD_TOLERANCE = unitsOfPixels(1.7, WORLD_ZOOM);
const WORLD_POPULATION = 500_000;

/** The land files are as good as Natural Earth gets. */
const LAND_STEP_BITS = 6;
const LAND_TOLERANCE = unitsOfPixels(0.5, 9);
const LAND_POPULATION = 15_000;

/** Where villages are named too: the countries of the network. */
const VILLAGE_COUNTRIES = new Set('AT BE CZ DE DK ES FI FR GB HU IE IT LU NL PL PT RO SE SK'.split(' '));

const NOTHING = { rings: [], lines: [], places: [], countries: [], landFiles: [], placeFiles: [] };

/** Makes all files of the base map, by name. The same input gives the same bytes. */
export function makeBaseMapFiles(): Map<string, Uint8Array> {
  const towns = readTowns();
  const detailed = readNaturalEarth('10m', LAND_TOLERANCE);
  const squares = cutIntoSquares(detailed.rings, detailed.borders);
  const larger = bySquare(
    LAND_LEVEL,
    towns.filter((town) => !town.isSection && town.population >= LAND_POPULATION),
  );
  const smaller = bySquare(
    PLACES_LEVEL,
    towns.filter(
      ({ country, population, isSection }) =>
        VILLAGE_COUNTRIES.has(country) && (isSection || population < LAND_POPULATION),
    ),
  );
  const files = new Map<string, FileContent>();
  for (const { column, row, box, rings, lines } of squares) {
    const places = larger.get(squareName(column, row)) ?? [];
    files.set(`land/${column}-${row}.bin`, {
      ...NOTHING,
      stepBits: LAND_STEP_BITS,
      box,
      rings,
      lines,
      places,
    });
  }
  for (const [name, places] of smaller) {
    const [column, row] = name.split('-').map(Number) as [number, number];
    const box = boxOfSquare(PLACES_LEVEL, column, row);
    files.set(`places/${name}.bin`, { ...NOTHING, stepBits: LAND_STEP_BITS, box, places });
  }
  files.set('world.bin', worldFile(towns, squares, [...smaller.keys()]));
  return new Map([...files].map(([name, content]) => [name, encodeFile(content)]));
}

function worldFile(
  towns: readonly Town[],
  squares: readonly { column: number; row: number }[],
  placeNames: readonly string[],
): FileContent {
  const coarse = readNaturalEarth('50m', WORLD_TOLERANCE);
  return {
    stepBits: WORLD_STEP_BITS,
    box: { west: 0, north: 0, east: WORLD, south: WORLD },
    rings: coarse.rings,
    lines: coarse.borders,
    places: towns.filter((town) => !town.isSection && town.population >= WORLD_POPULATION),
    countries: nameCountries(coarse.countries, WORLD_STEP_BITS),
    landFiles: squares,
    placeFiles: placeNames.map((name) => {
      const [column, row] = name.split('-').map(Number) as [number, number];
      return { column, row };
    }),
  };
}

function bySquare(level: number, towns: readonly Town[]): Map<string, NamedPlace[]> {
  const side = WORLD / 2 ** level;
  const squares = new Map<string, NamedPlace[]>();
  for (const town of towns) {
    const name = squareName(Math.floor(town.x / side), Math.floor(town.y / side));
    const there = squares.get(name);
    if (there) there.push(town);
    else squares.set(name, [town]);
  }
  return squares;
}

function squareName(column: number, row: number): string {
  return `${column}-${row}`;
}
