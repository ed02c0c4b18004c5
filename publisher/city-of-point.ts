import type { NamedCity } from '../src/lib/contract/read-city.ts';
import type { Position } from '../src/lib/network/distance.ts';
import { foldName } from '../src/lib/snapshot-format/fold.ts';
import { SAME_CITY_METRES, type KnownCities } from './known-cities.ts';

/** A point without a named city belongs to the nearest one within this distance. */
const IN_CITY_METRES = 6_000;
/** A name and its inflected form have at least these letters in common, and end in at most this many others. */
const MIN_STEM = 3;
const MAX_ENDING = 3;

/** Words for municipalities, folded: "Kauno m. sav.", "Ogres novads", "Tartu linn", "Gemeente Utrecht", "Comune di Roma". */
const KINDS =
  /(?<=^| )((m|r|miesto|rajono) )?(sav|savivaldybe|novads|nov|valstspilseta|pilseta|linn|vald|kommune|kommun|kaupunki|kunta|gemeente|gemeinde|stadt|gmina|miasto|municipality|comune|commune|ville|municipio|ayuntamiento|concelho|obcina|opcina|grad|mesto|obec|municipiul|orasul|comuna|громада|місто)(?= |$)( (of|di|de|do|da|dei))?/gu;

/**
 * Chooses the name under which a point's city is searched: as the list writes it, or, where it names a municipality, a district or nothing,
 * the city of the base map that is meant: "Kauno m. sav." is Kaunas.
 */
export function createCityOfPoint(known: KnownCities) {
  return ({ name, own }: NamedCity, country: string, position: Position): string => {
    if (name === '') return known.near(country, position, IN_CITY_METRES)[0]?.names[0] ?? '';
    const folded = foldName(name);
    const bare = folded.replace(KINDS, ' ').replace(/ +/g, ' ').trim();
    if (bare === '' || (own && bare === folded)) return name;
    const near = known.near(country, position, SAME_CITY_METRES);
    const meant = near
      .flatMap((city) => city.names.map((each) => ({ city, stem: countStem(foldName(each), bare) })))
      .filter(({ stem }) => stem > 0)
      .sort((a, b) => b.stem - a.stem)[0];
    return meant === undefined ? name : (meant.city.names[0] ?? name);
  };
}

/** Letters that two forms of one name begin with; 0 if they are different names. A whole name counts as more than its stem. */
function countStem(one: string, other: string): number {
  if (one === other) return Infinity;
  let stem = 0;
  while (stem < one.length && one[stem] === other[stem]) stem++;
  const ending = Math.max(one.length, other.length) - stem;
  return stem >= MIN_STEM && ending <= MAX_ENDING ? stem : 0;
}
