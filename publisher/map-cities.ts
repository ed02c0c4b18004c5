import { distanceMetres } from '#network/distance.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import type { PlaceRow } from '#network/snapshot-format/table-rows.ts';
import { SAME_CITY_METRES, type KnownCities, type KnownCity } from './known-cities.ts';
import { groupBy } from './group.ts';
import type { SortedPoints } from './sort-points.ts';

/** A city's points lie within this distance of its position. */
const REACH_METRES = 6_000;

/**
 * Rows for cities of the base map that no address names, in the countries of the network: a city that the map shows can be searched for.
 * @param rows the places that addresses name
 */
export function makeMapCityRows(
  rows: readonly PlaceRow[],
  sorted: SortedPoints,
  known: KnownCities,
): PlaceRow[] {
  const named = groupBy(rows, ([folded, , kind, country]) =>
    kind === 'city' ? `${country}\0${folded}` : null,
  );
  const isNamed = (city: KnownCity) =>
    city.names.some((name) =>
      named
        .get(`${city.country}\0${foldName(name)}`)
        ?.some(
          ([, , , , latitude, longitude]) => distanceMetres(city, { latitude, longitude }) < SAME_CITY_METRES,
        ),
    );
  const counts = countAround(sorted, known);
  const { classes, classLabels } = sorted.points;
  const used = new Set(sorted.rows.map((row) => classes[row]!));
  const countries = new Set(Array.from(used, (number) => classLabels[number]!.country));
  return known.all
    .filter((city) => countries.has(city.country) && !isNamed(city))
    .map((city): PlaceRow => {
      const { country, latitude, longitude, names } = city;
      const name = names[0] ?? '';
      return [foldName(name), name, 'city', country, latitude, longitude, counts.get(city) ?? 0];
    });
}

function countAround({ points, rows }: SortedPoints, known: KnownCities): Map<KnownCity, number> {
  const counts = new Map<KnownCity, number>();
  for (const row of rows) {
    const position = { latitude: points.latitudes[row]!, longitude: points.longitudes[row]! };
    const { country } = points.classLabels[points.classes[row]!]!;
    for (const city of known.near(country, position, REACH_METRES))
      counts.set(city, (counts.get(city) ?? 0) + 1);
  }
  return counts;
}
