import { readFileSync } from 'node:fs';
import { distanceMetres, type Position } from '#network/distance.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import { localName } from '../scripts/basemap/geonames.ts';
import { groupBy } from './group.ts';
import type { NamedCity } from '#contract/read-city.ts';
import { countStem, dropMunicipality } from '#search/names.ts';

/**
 * A city of the base map (GeoNames, CC BY 4.0), with its names in several languages; the first is
 * its main one.
 */
export interface KnownCity extends Position {
  country: string;
  names: readonly string[];
  /** The same, folded. Each publication compares them all, and folding them takes a tenth of a second. */
  foldedNames: readonly string[];
}

/** Greatest distance between a city's position in the network and its position in GeoNames. */
export const SAME_CITY_METRES = 40_000;
/**
 * Side of the grid's cells, degrees: neighbouring cells hold all cities within that distance up to
 * 68° north.
 */
const CELL_DEGREES = 1;
const NEIGHBOURS = [-1, 0, 1];
/** A degree of latitude is longer everywhere. */
const LEAST_METRES_A_DEGREE = 110_000;

export type KnownCities = ReturnType<typeof parseCities>;

let read: KnownCities | undefined;

/** Reads `names/cities.tsv`, once. */
export const readKnownCities = (): KnownCities => (read ??= parseCities());

function parseCities() {
  const lines = readFileSync(new URL('names/cities.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const all = lines.map((line): KnownCity => {
    const [country = '', latitude, longitude, written = ''] = line.split('\t');
    const names = written.split(',');
    const own = localName({ name: names[0]!, country });
    const all = [...new Set([own, ...names])];
    return {
      country,
      latitude: Number(latitude),
      longitude: Number(longitude),
      names: all,
      foldedNames: all.map(foldName),
    };
  });
  const byCell = groupBy(all, (city) => cellOf(city.country, city, 0, 0));
  const named = all.flatMap((city) => [...new Set(city.foldedNames)].map((folded) => ({ city, folded })));
  const byName = groupBy(named, ({ city, folded }) => `${city.country}\0${folded}`);
  return {
    /** The most populous first. */
    all,
    /** Cities of a country that have this folded name, the most populous first. */
    called: (country: string, folded: string): readonly KnownCity[] =>
      (byName.get(`${country}\0${folded}`) ?? []).map(({ city }) => city),
    /**
     * Cities of a country within a distance of a position (at most SAME_CITY_METRES), the nearest
     * first.
     */
    near(country: string, position: Position, metres: number): readonly KnownCity[] {
      const found: { city: KnownCity; away: number }[] = [];
      for (const north of NEIGHBOURS)
        for (const east of NEIGHBOURS)
          for (const city of byCell.get(cellOf(country, position, north, east)) ?? []) {
            // Called for every point of a network: most cities are too far north or south, which is
            // told without trigonometry.
            if (Math.abs(city.latitude - position.latitude) * LEAST_METRES_A_DEGREE > metres) continue;
            const away = distanceMetres(city, position);
            if (away <= metres) found.push({ city, away });
          }
      return found.sort((a, b) => a.away - b.away).map(({ city }) => city);
    },
  };
}

function cellOf(country: string, { latitude, longitude }: Position, north: number, east: number): string {
  return `${country} ${Math.floor(latitude / CELL_DEGREES) + north} ${Math.floor(longitude / CELL_DEGREES) + east}`;
}

/** A point without a named city belongs to the nearest one within this distance. */
const IN_CITY_METRES = 6_000;

/**
 * Chooses the name under which a point's city is searched: the list's own spelling, or, where the
 * list names a municipality, a district or nothing, the matching city of the base map: "Kauno m.
 * sav." is Kaunas.
 */
export function createCityOfPoint(known: KnownCities) {
  return ({ name, own }: NamedCity, country: string, position: Position): string => {
    if (name === '') return known.near(country, position, IN_CITY_METRES)[0]?.names[0] ?? '';
    const folded = foldName(name);
    const bare = dropMunicipality(folded);
    if (own && bare === folded) return name;
    const near = known.near(country, position, SAME_CITY_METRES);
    const match = near
      .flatMap((city) => city.foldedNames.map((folded) => ({ city, stem: countStem(folded, bare) })))
      .filter(({ stem }) => stem > 0)
      .sort((a, b) => b.stem - a.stem)[0];
    return match === undefined ? name : (match.city.names[0] ?? name);
  };
}
