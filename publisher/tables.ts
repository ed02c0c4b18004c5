import { calmCapitals } from '#contract/mixed-case.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import {
  type NameRow,
  roundDegrees,
  ROWS_IN_PAGE,
  tableIndexFile,
  type TableName,
  tablePageFile,
} from '#network/snapshot-format/look-up-tables.ts';
import { sortOrder } from '#network/sort-order.ts';
import type { RejectedItem } from '#platform/point.ts';
import { NO_PLACE_CODE, numberFolded, type PointColumns } from './point-table.ts';
import type { SortedPoints } from './sort-points.ts';
import type { VersionFolder } from './version-folder.ts';

/**
 * Writes a look-up table: pages of rows, and `index.json` with the first key of each page.
 * @param rows sorted by their first column, in code unit order
 */
export async function writeLookUpTable(
  folder: Pick<VersionFolder, 'add'>,
  table: TableName,
  rows: Iterable<readonly [key: string, ...unknown[]]>,
  rowsInPage = ROWS_IN_PAGE,
): Promise<void> {
  const firstKeys: string[] = [];
  let page: (readonly [key: string, ...unknown[]])[] = [];
  const turnPage = async () => {
    const [first] = page;
    if (first === undefined) return;
    await folder.add(tablePageFile(table, firstKeys.length), JSON.stringify(page));
    firstKeys.push(first[0]);
    page = [];
  };
  for (const row of rows) {
    page.push(row);
    if (page.length === rowsInPage) await turnPage();
  }
  await turnPage();
  await folder.add(tableIndexFile(table), JSON.stringify(firstKeys));
}

/** Makes the table of ids: each point's id and ordinal. */
export function* makeIdRows({
  points,
  rows,
  ordinalsById,
}: SortedPoints): Generator<readonly [string, number]> {
  for (const ordinal of ordinalsById) yield [points.ids[rows[ordinal]!]!, ordinal];
}

/**
 * Makes the table of ids that are in the list but were set aside, with the reason. It spares a shop that looks one up the wrong
 * answer that the point no longer exists.
 */
export function makeRejectedRows(rejected: readonly RejectedItem[]): [id: string, reason: string][] {
  const reasons = new Map<string, string>();
  for (const { id, reason } of rejected) if (id !== null && !reasons.has(id)) reasons.set(id, reason);
  return [...reasons].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Makes the table of points' own names with their cities, sorted; without names that only repeat the id, the street or the city. Rows are
 * generated one at a time; only those that begin with the same word are in memory together.
 */
export function* makeNameRows({ points, rows }: SortedPoints): Generator<NameRow> {
  const { numbers, labels } = numberFolded(points.nameLabels.map(([name]) => ['', foldName(name)]));
  const nameOf = (row: number) => labels[numbers[points.names[row]!]!]![1];
  const named = rows.filter((row) => points.names[row] !== NO_PLACE_CODE);
  const order = sortOrder(Float64Array.from(named, (row) => numbers[points.names[row]!]!));
  let word = '';
  let group: NameRow[] = [];
  for (const at of order) {
    const row = named[at]!;
    const name = nameOf(row);
    if (name === '' || isRepeated(points, row, name)) continue;
    const [first = ''] = name.split(' ', 1);
    if (first !== word) {
      yield* sortRows(group);
      [word, group] = [first, []];
    }
    group.push(makeRow(points, row, name));
  }
  yield* sortRows(group);
}

/** By key: a name's city sorts among the next words of longer names. A stable sort, so that rows of one key stay in the points' order. */
const sortRows = (rows: NameRow[]) => rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** Whether a name is that of the point's id, street or city. */
function isRepeated(points: PointColumns, row: number, key: string): boolean {
  const { street, house } = addressOf(points, row);
  // House numbers are written in many ways ("12 A", "12a").
  const joined = key.replaceAll(' ', '');
  return [points.ids[row]!, street, street + house, house + street, cityOf(points, row)].some(
    (other) => foldName(other).replaceAll(' ', '') === joined,
  );
}

function makeRow(points: PointColumns, row: number, folded: string): NameRow {
  const [name] = points.nameLabels[points.names[row]!]!;
  const { country } = points.classLabels[points.classes[row]!]!;
  const { street, house } = addressOf(points, row);
  const city = cityOf(points, row);
  return [
    `${folded} ${foldName(city)}`.trim(),
    name,
    calmCapitals(city, country),
    country,
    roundDegrees(points.latitudes[row]!),
    roundDegrees(points.longitudes[row]!),
    points.ids[row]!,
    `${calmCapitals(street, country)} ${house}`.trim(),
  ];
}

function addressOf({ streets, streetLabels, houses, houseLabels }: PointColumns, row: number) {
  const street = streets[row] === NO_PLACE_CODE ? '' : streetLabels[streets[row]!]![0];
  const house = houses[row] === NO_PLACE_CODE ? '' : houseLabels[houses[row]!]![0];
  return { street, house };
}

function cityOf({ cities, placeLabels }: PointColumns, row: number): string {
  return cities[row] === NO_PLACE_CODE ? '' : placeLabels[cities[row]!]![2];
}
