import { foldStreet } from '#search/names.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import { sortOrder } from '#network/sort-order.ts';
import {
  DECIMALS,
  type House,
  roundDegrees,
  type StreetRow,
} from '#network/snapshot-format/look-up-tables.ts';
import { countBy, groupBy } from './group.ts';
import { chooseName, findMedian, splitByPlace } from './place-rows.ts';
import { NO_PLACE_CODE, numberFolded, type PointColumns } from './point-table.ts';
import type { SortedPoints } from './sort-points.ts';

/** About 50 metres: points at one house number aren't further apart. */
const HOUSE_CELL_DEGREES = 0.0005;

/** The points of one street of a city: a range in the order of streets. */
interface Run {
  key: string;
  country: string;
  /** Number of its city. */
  city: number;
  /** The street's part of the key. */
  street: string;
  start: number;
  end: number;
}

/**
 * Makes the table of streets from the points' addresses, sorted. Rows are generated one at a time; only the runs of streets that
 * begin with the same word ("rue", "calle") are in memory together. Points of one street are grouped by sorting numbers, as there
 * are nearly as many streets as points.
 */
export function* makeStreetRows(sorted: SortedPoints): Generator<StreetRow> {
  const { groups, rows, pointsOfCity } = findRuns(sorted);
  for (const runs of groups) {
    for (const { country, key, city, start, end } of runs.sort(compareRuns)) {
      for (const spot of splitByPlace(Array.from(rows.subarray(start, end)), sorted.points)) {
        yield [...makeRow(sorted.points, key, country, spot), pointsOfCity.get(city) ?? 0];
      }
    }
  }
}

/** Streets by first word, in the order of these words. A space sorts before letters, so sorting each group sorts them all. */
function findRuns({ points, rows }: SortedPoints) {
  const streets = numberFolded(points.streetLabels.map(([street]) => ['', foldStreet(street)]));
  // Labels include the country: first those of the classes, without a city, for points that have none; then those of the places.
  const cities = numberFolded([
    ...points.classLabels.map(({ country }) => [country, ''] as const),
    ...points.placeLabels.map(([, country, city]) => [country, foldName(city)] as const),
  ]);
  const cityOf = (row: number) => {
    const city = points.cities[row]!;
    return cities.numbers[city === NO_PLACE_CODE ? points.classes[row]! : points.classLabels.length + city]!;
  };
  const named = rows.filter((row) => {
    const code = points.streets[row]!;
    const street = code === NO_PLACE_CODE ? '' : streets.labels[streets.numbers[code]!]![1];
    // In villages without streets, the address often has the village's name as the street.
    return /\p{L}/u.test(street) && street !== cities.labels[cityOf(row)]![1];
  });
  const numbers = Float64Array.from(
    named,
    (row) => streets.numbers[points.streets[row]!]! * cities.labels.length + cityOf(row),
  );
  const order = sortOrder(numbers);
  function* makeGroups(): Generator<Run[]> {
    let group: Run[] = [];
    let word = '';
    for (let start = 0, end = 0; start < order.length; start = end) {
      const number = numbers[order[start]!]!;
      while (end < order.length && numbers[order[end]!] === number) end++;
      const [, street] = streets.labels[Math.floor(number / cities.labels.length)]!;
      const cityNumber = number % cities.labels.length;
      const [country, city] = cities.labels[cityNumber]!;
      const [first = ''] = street.split(' ', 1);
      if (first !== word) {
        yield group;
        group = [];
        word = first;
      }
      group.push({ key: `${street} ${city}`.trim(), city: cityNumber, street, country, start, end });
    }
    yield group;
  }
  return {
    groups: makeGroups(),
    rows: order.map((at) => named[at]!),
    /** Points of each city, by its number. */
    pointsOfCity: countBy(rows, cityOf),
  };
}

function makeRow(points: PointColumns, key: string, country: string, spot: readonly number[]): StreetRow {
  const { latitudes, longitudes, streets, cities } = points;
  const street = chooseName(
    spot.map((row) => points.streetLabels[streets[row]!]![0]),
    'street',
    country,
  );
  const cityNames = spot.flatMap((row) =>
    cities[row] === NO_PLACE_CODE ? [] : [points.placeLabels[cities[row]!]![2]],
  );
  const city = cityNames.length === 0 ? '' : chooseName(cityNames, 'city', country);
  const middle = findMiddle(spot, points);
  const latitude = roundDegrees(latitudes[middle]!);
  const longitude = roundDegrees(longitudes[middle]!);
  const houses = makeHouses(points, spot, latitude, longitude);
  return [key, street, city, country, latitude, longitude, spot.length, houses];
}

/** The point nearest to the median position: the median itself may lie off a curved street. */
function findMiddle(spot: readonly number[], { latitudes, longitudes }: PointColumns): number {
  const latitude = findMedian(spot, latitudes);
  const longitude = findMedian(spot, longitudes);
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  const away = (row: number) =>
    Math.hypot(latitudes[row]! - latitude, (longitudes[row]! - longitude) * narrowing);
  return spot.reduce((best, row) => (away(row) < away(best) ? row : best));
}

/** The house numbers with their offsets from the street's position: also of a street with one point, since its number is known then. */
function makeHouses(
  points: PointColumns,
  spot: readonly number[],
  latitude: number,
  longitude: number,
): House[] {
  const { houses, houseLabels, latitudes, longitudes } = points;
  const rowsByHouse = groupBy(spot, (row) =>
    houses[row] === NO_PLACE_CODE ? null : houseLabels[houses[row]!]![0],
  );
  const apart = (value: number, middle: number) => Math.round((value - middle) * DECIMALS);
  return (
    [...rowsByHouse]
      .flatMap(([house, rows]) =>
        // The same number in another part of the city is another house.
        splitByPlace(rows, points, HOUSE_CELL_DEGREES).map((own): House => [
          house,
          apart(findMedian(own, latitudes), latitude),
          apart(findMedian(own, longitudes), longitude),
        ]),
      )
      // A stable sort: of one number, the house with most points stays first.
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  );
}

/** By key; the rest makes the order deterministic. */
function compareRuns(a: Run, b: Run): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  if (a.country !== b.country) return a.country < b.country ? -1 : 1;
  return a.street < b.street ? -1 : 1;
}
