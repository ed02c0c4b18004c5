import type { NamedCity } from '../src/lib/contract/read-city.ts';
import type { Position } from '#network/distance.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import { countStem, dropMunicipality } from '#network/snapshot-format/town-name.ts';
import { SAME_CITY_METRES, type KnownCities } from './known-cities.ts';

/** A point without a named city belongs to the nearest one within this distance. */
const IN_CITY_METRES = 6_000;

/**
 * Chooses the name under which a point's city is searched: the list's own spelling, or, where the list names a municipality, a
 * district or nothing, the matching city of the base map: "Kauno m. sav." is Kaunas.
 */
export function createCityOfPoint(known: KnownCities) {
  return ({ name, own }: NamedCity, country: string, position: Position): string => {
    if (name === '') return known.near(country, position, IN_CITY_METRES)[0]?.names[0] ?? '';
    const folded = foldName(name);
    const bare = dropMunicipality(folded);
    if (own && bare === folded) return name;
    const near = known.near(country, position, SAME_CITY_METRES);
    const match = near
      .flatMap((city) => city.names.map((spelling) => ({ city, stem: countStem(foldName(spelling), bare) })))
      .filter(({ stem }) => stem > 0)
      .sort((a, b) => b.stem - a.stem)[0];
    return match === undefined ? name : (match.city.names[0] ?? name);
  };
}
