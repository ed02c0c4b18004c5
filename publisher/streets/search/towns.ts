import lookUp from '@photostructure/tz-lookup';
import { foldPlaceName } from '#search/names.ts';
import type { GazetteerKind, Town } from '#search/gazetteer/format.ts';
import { latitudeAt, longitudeAt, unitsOfMetres, unitX, unitY } from '#network/snapshot-format/mercator.ts';
import { localName, readGeoNames, SECTION } from '../../../scripts/basemap/geonames.ts';
import { groupBy } from '../../group.ts';
import { listTimeZones } from '../../time-zones.ts';
import type { NamedSpot } from './collect.ts';

/** Places that addresses name; suburbs and quarters belong to one. Each with its usual radius, metres. */
const TOWN_METRES: Partial<Record<GazetteerKind, number>> = {
  city: 4_000,
  town: 1_200,
  village: 500,
  hamlet: 150,
};
/** A street farther from every town belongs to none. */
const FARTHEST_METRES = 20_000;
/** Radius of a town of 10,000 people; it grows with the root of their number. */
const METRES_OF_TEN_THOUSAND = 1_000;
/** Side of the grid's cells, Mercator units: above the farthest distance to which a town reaches, up to 75° north. */
const GRID = 2 ** 18;

/** A place; its country is looked up by its position if it isn't given. */
type KnownSpot = Pick<NamedSpot, 'kind' | 'name' | 'x' | 'y' | 'population'> & { country?: string };

interface KnownTown extends Town {
  /** Mercator units. */
  radius: number;
  farthest: number;
}

export type Towns = ReturnType<typeof createTowns>;

/** The towns of an archive, to ask for the one that a position belongs to. */
export function createTowns(spots: readonly KnownSpot[]) {
  const known = spots.flatMap((spot) => {
    const usual = TOWN_METRES[spot.kind];
    return usual === undefined ? [] : [makeTown(spot, usual)];
  });
  const cellAt = (x: number, y: number) => Math.floor(y / GRID) * 4096 + Math.floor(x / GRID);
  const grid = groupBy(known, ({ x, y }) => cellAt(x, y));

  return {
    known: known as readonly Town[],
    /**
     * The town whose edge is nearest, or into which a position lies deepest: an additively weighted Voronoi diagram, as a town's
     * people say how far its streets reach. @returns null if none is near
     */
    at(x: number, y: number): Town | null {
      let best: KnownTown | null = null;
      let least = Infinity;
      for (const row of [-1, 0, 1])
        for (const column of [-1, 0, 1])
          for (const town of grid.get(cellAt(x + column * GRID, y + row * GRID)) ?? []) {
            const away = Math.hypot(town.x - x, town.y - y);
            if (away - town.radius >= least || away > town.farthest) continue;
            [best, least] = [town, away - town.radius];
          }
      return best;
    },
  };
}

function makeTown({ name, x, y, population, country }: KnownSpot, usual: number): KnownTown {
  const metres =
    population === 0 ? usual : Math.max(usual / 2, METRES_OF_TEN_THOUSAND * Math.sqrt(population / 10_000));
  return {
    name,
    key: foldPlaceName(name),
    country: country ?? countryAt(latitudeAt(y), longitudeAt(x)),
    x,
    y,
    radius: unitsOfMetres(metres, y),
    farthest: unitsOfMetres(FARTHEST_METRES + metres, y),
  };
}

/** Population from which GeoNames' towns are taken for a city or a town. */
const [CITY_PEOPLE, TOWN_PEOPLE] = [100_000, 5_000];

/** The towns of the base map (GeoNames), for streets of archives that hold none. */
export const createBaseTowns = (): Towns =>
  createTowns(
    readGeoNames()
      .filter(({ featureCode }) => featureCode !== SECTION)
      .map(({ name, country, population, loc: { coordinates } }) => ({
        kind: population >= CITY_PEOPLE ? 'city' : population >= TOWN_PEOPLE ? 'town' : 'village',
        name: localName({ name, country }),
        x: unitX(coordinates[0]),
        y: unitY(coordinates[1]),
        population,
        country,
      })),
  );

let countryOfZone: Map<string, string> | null = null;

/** The country of a position, by its time zone; empty on high seas. Right to some kilometres from borders. */
export function countryAt(latitude: number, longitude: number): string {
  countryOfZone ??= readCountries();
  return countryOfZone.get(lookUp(latitude, longitude)) ?? '';
}

function readCountries(): Map<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const real = codes.filter((code) => names.of(code) !== undefined);
  const pairs = real.flatMap((code) => listTimeZones(code).map((zone) => [zone, code] as const));
  return new Map(pairs.reverse());
}
