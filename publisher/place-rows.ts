import { calmCapitals } from '#contract/mixed-case.ts';
import { foldName, foldPostcode } from '#network/snapshot-format/fold.ts';
import { type PlaceKind, type PlaceRow, roundDegrees } from '#network/snapshot-format/look-up-tables.ts';
import { countBy, groupBy } from './group.ts';
import { type KnownCities, type KnownCity, readKnownCities, SAME_CITY_METRES } from './known-cities.ts';
import { NO_PLACE_CODE, type PointColumns } from './point-table.ts';
import type { SortedPoints } from './sort-points.ts';
import { distanceMetres } from '#network/distance.ts';

/** Makes the table of places from the points' addresses and the cities of the base map, sorted. */
export function makePlaceRows(sorted: SortedPoints): PlaceRow[] {
  const { points } = sorted;
  const placeRows: PlaceRow[] = [];
  for (const codes of [points.cities, points.postcodes]) {
    for (const rows of rowsByPlace(sorted, codes)) {
      for (const spot of splitByPlace(rows, points)) placeRows.push(makeRow(points, codes, spot));
    }
  }
  const known = readKnownCities();
  placeRows.push(...makeMapCityRows(placeRows, sorted, known));
  const otherNames = makeOtherNameRows(placeRows, known, listWrittenNames(points));
  return [...placeRows, ...makeDistrictRows(sorted), ...otherNames].sort(compareRows);
}

/** Names that addresses use for a city that has another name here, by `country\0folded name`. */
function listWrittenNames({ writtenCities, placeLabels }: PointColumns): Map<string, Set<string>> {
  const written = new Map<string, Set<string>>();
  for (const [code, names] of writtenCities) {
    const [, country, name] = placeLabels[code]!;
    const key = `${country}\0${foldName(name)}`;
    written.set(key, new Set([...(written.get(key) ?? []), ...names]));
  }
  return written;
}

/** The points of each place: same kind, same country, same folded name. */
function rowsByPlace({ points, rows }: SortedPoints, codes: Uint32Array): Iterable<number[]> {
  const keys = points.placeLabels.map(([kind, country, name]) => {
    const folded = foldLabel(kind, name);
    return folded === '' ? null : `${country}\0${folded}`;
  });
  return groupBy(rows, (row) => (codes[row] === NO_PLACE_CODE ? null : keys[codes[row]!]!)).values();
}

function makeRow(points: PointColumns, codes: Uint32Array, spot: readonly number[]): PlaceRow {
  const [kind, country, anyName] = points.placeLabels[codes[spot[0]!]!]!;
  const name = chooseName(
    spot.map((row) => points.placeLabels[codes[row]!]![2]),
    kind,
    country,
  );
  const latitude = findMedian(spot, points.latitudes);
  const longitude = findMedian(spot, points.longitudes);
  return [foldLabel(kind, anyName), name, kind, country, latitude, longitude, spot.length];
}

function foldLabel(kind: PlaceKind, name: string): string {
  return kind === 'postcode' ? foldPostcode(name) : foldName(name);
}

/**
 * The most frequent spelling; for cities and streets, one that isn't all upper case if there is
 * any, else in mixed case.
 */
export function chooseName(
  spellings: readonly string[],
  kind: PlaceKind | 'street',
  country: string,
): string {
  const counts = countBy(spellings, (spelling) => spelling);
  const names = [...counts.keys()];
  const quieter = names.filter((name) => name !== name.toUpperCase());
  const candidates = kind !== 'postcode' && quieter.length > 0 ? quieter : names;
  const chosen = candidates.reduce((best, name) => {
    const difference = counts.get(name)! - counts.get(best)!;
    return difference > 0 || (difference === 0 && name < best) ? name : best;
  });
  return kind === 'postcode' ? chosen : calmCapitals(chosen, country);
}

/** By folded name; the other columns make the order deterministic. */
function compareRows(a: PlaceRow, b: PlaceRow): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
  if (a[2] !== b[2]) return a[2] < b[2] ? -1 : 1;
  if (a[3] !== b[3]) return a[3] < b[3] ? -1 : 1;
  return b[6] - a[6] || a[4] - b[4] || a[5] - b[5] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0);
}

/** Side of the grid cells, degrees: about 20 km. */
const CELL_DEGREES = 0.2;

/**
 * A spot with this many points is always kept; a smaller one, if it has at least this share of the
 * largest spot's points.
 */
const ENOUGH_POINTS = 3;
const ENOUGH_SHARE = 0.1;

/**
 * Separates places of one name: points in the same or adjacent cells belong together. Without it,
 * all towns called Neustadt would be one place with its centre between them, and points with a
 * wrong address would shift a city; spots with few points are dropped.
 * @param rows points of one name in one country
 * @param cellDegrees side of the cells
 * @returns the rows of each place, the largest first
 */
export function splitByPlace(
  rows: readonly number[],
  { latitudes, longitudes }: PointColumns,
  cellDegrees = CELL_DEGREES,
): number[][] {
  const cellsRound = Math.round(360 / cellDegrees);
  const cells = groupBy(
    rows,
    (row) =>
      Math.floor((latitudes[row]! + 90) / cellDegrees) * cellsRound +
      Math.floor((longitudes[row]! + 180) / cellDegrees),
  );
  const spots: number[][] = [];
  for (const cell of [...cells.keys()]) {
    const spot = takeTouching(cells, cell, cellsRound);
    if (spot.length > 0) spots.push(spot);
  }
  spots.sort((a, b) => b.length - a.length);
  const enough = Math.min(ENOUGH_POINTS, (spots[0]?.length ?? 0) * ENOUGH_SHARE);
  return spots.filter((spot) => spot.length >= enough);
}

/** Removes a cell and all cells connected to it from the map. @returns their rows */
function takeTouching(cells: Map<number, number[]>, first: number, cellsRound: number): number[] {
  const taken: number[] = [];
  const waiting = [first];
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    const rows = cells.get(cell);
    if (rows === undefined) continue;
    cells.delete(cell);
    for (const row of rows) taken.push(row);
    for (const line of [-cellsRound, 0, cellsRound]) {
      waiting.push(cell + line - 1, cell + line, cell + line + 1);
    }
  }
  return taken;
}

/**
 * Countries where people use the first part of a postcode alone, with patterns of the folded
 * postcode whose first group is that part.
 */
const DISTRICTS: Readonly<Record<string, RegExp>> = {
  GB: /^([a-z]{1,2}\d[a-z\d]?)\d[a-z]{2}$/, // SW1A 1AA
  IE: /^([ac-y]\d[\dw])[a-z\d]{4}$/, // D02 X285
  NL: /^(\d{4})[a-z]{2}$/, // 1012 AB
  PT: /^(\d{4})\d{3}$/, // 1000-001
};

/**
 * Rows for the districts of postcodes, with the middle of their points: "3431" for 3431 AW and its
 * neighbours.
 */
export function* makeDistrictRows({ points, rows }: SortedPoints): Generator<PlaceRow> {
  const { postcodes, placeLabels, latitudes, longitudes } = points;
  const districts = placeLabels.map(([kind, country, name]) => {
    const [, district] = (kind === 'postcode' && DISTRICTS[country]?.exec(foldPostcode(name))) || [];
    return district === undefined ? null : `${country}\0${district}`;
  });
  const used = new Set(rows.map((row) => postcodes[row]!));
  used.delete(NO_PLACE_CODE);
  const own = new Set(
    Array.from(used, (code) => placeLabels[code]!).map(
      ([, country, name]) => `${country}\0${foldPostcode(name)}`,
    ),
  );
  const groups = groupBy(rows, (row) =>
    postcodes[row] === NO_PLACE_CODE ? null : districts[postcodes[row]!]!,
  );
  for (const [label, inDistrict] of groups) {
    if (own.has(label)) continue;
    const [country = '', district = ''] = label.split('\0');
    for (const spot of splitByPlace(inDistrict, points)) {
      const [latitude, longitude] = [findMedian(spot, latitudes), findMedian(spot, longitudes)];
      yield [district, district.toUpperCase(), 'postcode', country, latitude, longitude, spot.length];
    }
  }
}

/**
 * The median, rounded; of an even number of values, the lower middle one, so that it is one of the
 * values.
 */
export function findMedian(rows: readonly number[], values: Float64Array): number {
  const sorted = Float64Array.from(rows, (row) => values[row]!).sort();
  return roundDegrees(sorted[(sorted.length - 1) >> 1]!);
}

/**
 * "Saint" in the names of towns in Romance and Germanic languages: people type the full word, while
 * carriers often abbreviate it to "St". The country decides what "St" stands for.
 */
const SAINTS = /(?<=^| )(saint|sainte|sankt|sint|santa|santo|san|sao)(?= )/;
const SHORT_SAINT = /(?<=^| )(st|ste)(?= )/;
const SAINTS_OF: Readonly<Record<string, readonly [st: string, ste: string]>> = {
  AT: ['sankt', 'sankt'],
  BE: ['saint', 'sainte'],
  CH: ['sankt', 'sainte'],
  DE: ['sankt', 'sankt'],
  FR: ['saint', 'sainte'],
  GB: ['saint', 'saint'],
  IE: ['saint', 'saint'],
  LU: ['saint', 'sainte'],
  NL: ['sint', 'sint'],
};

/**
 * Rows that find the network's cities by their other names: a city's own row with the other name,
 * folded, as its first column and, as written, as its last. A spelling that is only another form of
 * the name ("Narva linn", "St Etienne") is empty there. Names of cities © GeoNames, CC BY 4.0.
 * @param written what addresses call a city that has another name here, by `country\0folded name`
 */
export function* makeOtherNameRows(
  rows: readonly PlaceRow[],
  known: KnownCities,
  written: ReadonlyMap<string, ReadonlySet<string>>,
): Generator<PlaceRow> {
  for (const [folded, own, kind, country, latitude, longitude, count] of rows) {
    if (kind !== 'city') continue;
    const names = new Map<string, string>();
    // Namesakes are sorted by population.
    const city = known
      .called(country, folded)
      .find((namesake) => distanceMetres(namesake, { latitude, longitude }) <= SAME_CITY_METRES);
    for (const [at, name] of city?.names.entries() ?? []) names.set(city!.foldedNames[at]!, name);
    for (const spelling of spellSaint(folded, country)) names.set(spelling, '');
    for (const spelling of [...(written.get(`${country}\0${folded}`) ?? [])].map(foldName))
      if (!names.has(spelling)) names.set(spelling, '');
    names.delete(folded);
    for (const [other, name] of names) yield [other, own, kind, country, latitude, longitude, count, name];
  }
}

/** Spells a saint's town the other way: "saint etienne" → "st etienne", and vice versa. */
function spellSaint(folded: string, country: string): string[] {
  if (SAINTS.test(folded)) {
    const short = folded.replace(SAINTS, 'st');
    return /(^| )sainte /.test(folded) ? [short, folded.replace(SAINTS, 'ste')] : [short];
  }
  const [, short] = SHORT_SAINT.exec(folded) ?? [];
  const whole = SAINTS_OF[country]?.[short === 'ste' ? 1 : 0];
  return short === undefined || whole === undefined ? [] : [folded.replace(SHORT_SAINT, whole)];
}

/** A city's points lie within this distance of its position. */
const REACH_METRES = 6_000;

/**
 * Rows for cities of the base map that no address names, in the countries of the network: a city
 * that the map shows can be searched for.
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
    city.foldedNames.some((folded) =>
      named
        .get(`${city.country}\0${folded}`)
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
      const { country, latitude, longitude, names, foldedNames } = city;
      return [
        foldedNames[0] ?? '',
        names[0] ?? '',
        'city',
        country,
        latitude,
        longitude,
        counts.get(city) ?? 0,
      ];
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
