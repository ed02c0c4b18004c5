import type { NamedCity } from '../src/lib/contract/read-city.ts';
import type { Position } from '../src/lib/network/distance.ts';
import { foldName } from '../src/lib/snapshot-format/fold.ts';
import { countStem, dropMunicipality } from '../src/lib/snapshot-format/town-name.ts';
import { SAME_CITY_METRES, type KnownCities } from './known-cities.ts';

/** A point without a named city belongs to the nearest one within this distance. */
const IN_CITY_METRES = 6_000;

/**
 * Chooses the name under which a point's city is searched: as the list writes it, or, where it names a municipality, a district or nothing,
 * the city of the base map that is meant: "Kauno m. sav." is Kaunas.
 */
export function createCityOfPoint(known: KnownCities) {
  return ({ name, own }: NamedCity, country: string, position: Position): string => {
    if (name === '') return known.near(country, position, IN_CITY_METRES)[0]?.names[0] ?? '';
    const folded = foldName(name);
    const bare = dropMunicipality(folded);
    if (own && bare === folded) return name;
    const near = known.near(country, position, SAME_CITY_METRES);
    const meant = near
      .flatMap((city) => city.names.map((each) => ({ city, stem: countStem(foldName(each), bare) })))
      .filter(({ stem }) => stem > 0)
      .sort((a, b) => b.stem - a.stem)[0];
    return meant === undefined ? name : (meant.city.names[0] ?? name);
  };
}
