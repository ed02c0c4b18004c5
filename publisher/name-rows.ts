import { calmCapitals } from '../src/lib/contract/calm-capitals.ts';
import { sortOrder } from '../src/lib/network/sort-order.ts';
import { foldName } from '../src/lib/snapshot-format/fold.ts';
import { roundDegrees, type NameRow } from '../src/lib/snapshot-format/table-rows.ts';
import { numberFolded } from './number-folded.ts';
import { NO_PLACE, type PointColumns } from './point-columns.ts';
import type { SortedPoints } from './sort-points.ts';

/** A name of more points is a chain's or a kind's: it tells nobody which point is meant. */
const MAX_NAMESAKES = 20;

/** Makes the table of points' own names, sorted; without names that only repeat the id, the street or the city. */
export function* makeNameRows({ points, rows }: SortedPoints): Generator<NameRow> {
  const { numbers, labels } = numberFolded(points.nameLabels.map(([name]) => ['', foldName(name)]));
  const named = rows.filter((row) => points.names[row] !== NO_PLACE);
  const numberOf = (row: number) => numbers[points.names[row]!]!;
  const order = sortOrder(Float64Array.from(named, numberOf));
  for (let start = 0, end = 0; start < order.length; start = end) {
    const number = numberOf(named[order[start]!]!);
    while (end < order.length && numberOf(named[order[end]!]!) === number) end++;
    const [, key] = labels[number]!;
    if (key === '' || end - start > MAX_NAMESAKES) continue;
    for (let at = start; at < end; at++) {
      const row = named[order[at]!]!;
      if (!isRepeated(points, row, key)) yield makeRow(points, row, key);
    }
  }
}

/** Whether a name is that of the point's id, street or city. */
function isRepeated(points: PointColumns, row: number, key: string): boolean {
  const { ids, streets, streetLabels, houses, houseLabels } = points;
  const street = streets[row] === NO_PLACE ? '' : streetLabels[streets[row]!]![0];
  const house = houses[row] === NO_PLACE ? '' : houseLabels[houses[row]!]![0];
  // House numbers are written in many ways ("12 A", "12a").
  const joined = key.replaceAll(' ', '');
  return [ids[row]!, street, street + house, house + street, cityOf(points, row)].some(
    (other) => foldName(other).replaceAll(' ', '') === joined,
  );
}

function makeRow(points: PointColumns, row: number, key: string): NameRow {
  const [name] = points.nameLabels[points.names[row]!]!;
  const { country } = points.classLabels[points.classes[row]!]!;
  return [
    key,
    name,
    calmCapitals(cityOf(points, row), country),
    country,
    roundDegrees(points.latitudes[row]!),
    roundDegrees(points.longitudes[row]!),
    points.ids[row]!,
  ];
}

function cityOf({ cities, placeLabels }: PointColumns, row: number): string {
  return cities[row] === NO_PLACE ? '' : placeLabels[cities[row]!]![2];
}
