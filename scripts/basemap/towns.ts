import type { NamedPlace } from '../../src/lib/map/map-tile.ts';
import { unitsOfMetres, unitX, unitY } from '#network/snapshot-format/mercator.ts';
import { localName, readGeoNames, SECTION } from './geonames.ts';
import { withoutTwins } from './twins.ts';

export interface MapTown extends NamedPlace {
  country: string;
  population: number;
  /** Part of a larger town, labelled only at high zooms. */
  isSection: boolean;
}

/** Radius of a town: this many metres times the square root of its population. */
const REACH_METRES = 9;
/** Minimum population of a town with parts, and minimum ratio of its population to a part's. */
const MIN_WHOLE = 50_000;
const TIMES_LARGER = 2;

/** Reads GeoNames' towns, the most populous first. */
export function readTowns(): MapTown[] {
  const isPart = createPartFinder();
  const towns = readGeoNames()
    .filter(({ population }) => population > 0)
    .sort((a, b) => b.population - a.population || a.cityId - b.cityId)
    .map(({ name, country, featureCode, population, loc }) => {
      const x = unitX(loc.coordinates[0]);
      const y = unitY(loc.coordinates[1]);
      return {
        name: localName({ name, country }),
        country,
        population,
        // Many sections have the feature code of a town.
        isSection: featureCode === SECTION || isPart(x, y, population),
        weight: Math.round(population / 100),
        x,
        y,
      };
    });
  return withoutTwins(towns);
}

/** Creates a function that tests whether a town is within the radius of a larger one. Call it in descending order of population. */
function createPartFinder() {
  const wholes = new Map<string, { x: number; y: number; population: number; reach: number }[]>();
  const side = 2 ** 18;
  return (x: number, y: number, population: number): boolean => {
    const column = Math.floor(x / side);
    const row = Math.floor(y / side);
    for (let near = 0; near < 9; near++) {
      const wholesNear = wholes.get(`${column - 1 + (near % 3)},${row - 1 + Math.floor(near / 3)}`) ?? [];
      for (const whole of wholesNear) {
        const isLarger = whole.population >= population * TIMES_LARGER;
        if (isLarger && Math.hypot(whole.x - x, whole.y - y) < whole.reach) return true;
      }
    }
    if (population < MIN_WHOLE) return false;
    const whole = { x, y, population, reach: unitsOfMetres(REACH_METRES * Math.sqrt(population), y) };
    const key = `${column},${row}`;
    wholes.set(key, [...(wholes.get(key) ?? []), whole]);
    return false;
  };
}
