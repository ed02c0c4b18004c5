import { type ItemPlace, MAX_PAGES } from '#platform/walk-points.ts';
import { idOf, type Point, type PointReading, type RejectedItem } from '#platform/point.ts';
import { sortOrder } from '#network/sort-order.ts';
import { readDimension } from '#contract/read-dimension.ts';
import { readBuildingNumber, readStreet } from '#contract/read-known.ts';
import { readOwnName } from '#contract/own-name.ts';
import { foldHouse } from '#search/place-house.ts';
import { ClassNumbers } from '#network/snapshot-format/class-numbers.ts';
import type { PlaceKind } from '#network/snapshot-format/look-up-tables.ts';
import type { LoggedItem } from './page-log.ts';
import { readCity } from '#contract/read-city.ts';
import { splitAddress } from '../packages/search/address/split-address.ts';
import { readFieldBits } from './counted-fields.ts';
import { createCityOfPoint, readKnownCities } from './known-cities.ts';
import { findTimeZone } from './time-zones.ts';

/** More than the passes of a walk, and more than the items of a page, which has at most 8 MB. */
const [PASSES, ITEMS_OF_PAGE] = [8, 2 ** 24];

/** A number that is smaller for an item that counts more: of a newer pass, then earlier in the list. */
const rankOf = ({ pass, page, index }: Omit<ItemPlace, 'position'>) =>
  ((PASSES - pass) * MAX_PAGES + page) * ITEMS_OF_PAGE + index;
const passOf = (rank: number) => PASSES - Math.floor(rank / ITEMS_OF_PAGE / MAX_PAGES);

/**
 * Collects the points of a list while it is read. Of the items with one id, the first in the list of the newest pass counts,
 * except that a valid item beats an invalid one of the same pass. So the result doesn't depend on the order in which pages arrive.
 */
export class PointTable {
  readonly #columns = new PointColumnWriter();
  readonly #rowOfId = new Map<string, number>();
  /** By row. */
  readonly #ranks: number[] = [];
  readonly #rejected = new Map<string, { item: RejectedItem; rank: number }>();
  #newestPass = 0;
  /** Number of items of the newest pass that have an id, and the items that have none. */
  #identified = 0;
  #nameless: RejectedItem[] = [];

  /** Takes an item. @param text where its JSON text is in the log */
  take(reading: PointReading, place: ItemPlace, text: TextPlace): void {
    if (place.pass > this.#newestPass) {
      this.#newestPass = place.pass;
      this.#identified = 0;
      this.#nameless = [];
    }
    const id = idOf(reading);
    const rank = rankOf(place);
    if (id !== null) this.#identified++;
    if ('point' in reading) {
      const row = this.#rowOfId.get(reading.point.id) ?? this.#ranks.length;
      if (rank >= this.#ranks[row]!) return;
      this.#rowOfId.set(reading.point.id, row);
      this.#ranks[row] = rank;
      this.#columns.write(row, reading.point, text);
    } else if (id === null) {
      // Without an id we can't match it with its copy in another pass.
      const problem = `${reading.rejected.problem} (number ${place.position} of the list)`;
      this.#nameless.push({ ...reading.rejected, problem });
    } else if (rank < (this.#rejected.get(id)?.rank ?? Infinity)) {
      this.#rejected.set(id, { item: reading.rejected, rank });
    }
  }

  /** Returns the points in the order of the list. @param gone ids to leave out */
  finish(gone: ReadonlySet<string> = new Set()): PointColumns {
    const ids = [...this.#rowOfId.keys()];
    const ranks = this.#ranks;
    const isListed = (row: number) => {
      const rejected = this.#rejected.get(ids[row]!);
      const isOutdated = rejected !== undefined && passOf(rejected.rank) > passOf(ranks[row]!);
      return !isOutdated && !gone.has(ids[row]!);
    };
    const rows = sortOrder(Float64Array.from(ranks)).filter(isListed);
    const rejected = [...this.#rejected].filter(([id, { rank }]) => {
      const row = this.#rowOfId.get(id);
      return row === undefined || (rank < ranks[row]! && !gone.has(id));
    });
    const used = [...Array.from(rows, (row) => ranks[row]!), ...rejected.map(([, { rank }]) => rank)];
    const usedOfNewest = used.filter((rank) => passOf(rank) === this.#newestPass).length;
    return {
      ...this.#columns.read(rows),
      ids: Array.from(rows, (row) => ids[row]!),
      rejected: [...rejected.map(([, { item }]) => item), ...this.#nameless],
      repeated: this.#identified - usedOfNewest,
    };
  }
}

/** Longer than any real name. Longer values are bad data, and would only make the tables larger. */
const MAX_LABEL_LENGTH = 80;

/** Assigns numbers to labels that many points share, so that a point takes four bytes instead of strings. */
export class LabelCodes<Label extends readonly string[]> {
  readonly #codes = new Map<string, number>();
  /** By code. */
  readonly labels: Label[] = [];

  codeOf(...label: Label): number {
    const key = label.join('\0');
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    this.#codes.set(key, this.labels.length);
    return this.labels.push(label) - 1;
  }
}

/** One spelling of a place's name. */
type PlaceLabel = readonly [kind: PlaceKind, country: string, name: string];

/** Code for an absent city, postcode, street, house number or name. */
export const NO_PLACE_CODE = 0xffff_ffff;

/** Where an item's JSON text is in the log. */
export type TextPlace = Pick<LoggedItem, 'offset' | 'length'>;

/** The properties of points that we keep in memory, one column each; items stay on disk. */
export type PointColumns = ReturnType<PointColumnWriter['read']> & {
  ids: readonly string[];
  rejected: readonly RejectedItem[];
  /** Number of items of the newest pass whose id another item has too. */
  repeated: number;
};

/** Writes points into columns that grow with the number of rows. */
export class PointColumnWriter {
  readonly #classes = new ClassNumbers();
  readonly #places = new LabelCodes<PlaceLabel>();
  readonly #streets = new LabelCodes<readonly [string]>();
  readonly #houses = new LabelCodes<readonly [string]>();
  readonly #names = new LabelCodes<readonly [string]>();
  readonly #cityOfPoint = createCityOfPoint(readKnownCities());
  /** By row, what the address calls the city, if that isn't its label. */
  readonly #writtenCities = new Map<number, string>();
  #columns = makeColumns(1024);

  /** Writes a point into a row, also over another point. */
  write(row: number, point: Point, { offset, length }: TextPlace): void {
    if (row >= this.#columns.latitudes.length)
      this.#columns = mapColumns(this.#columns, (column) => enlarge(column, 2 * row));
    const columns = this.#columns;
    columns.latitudes[row] = point.coordinates.latitude;
    columns.longitudes[row] = point.coordinates.longitude;
    columns.offsets[row] = offset;
    columns.lengths[row] = length;
    columns.fieldBits[row] = readFieldBits(point);
    const timeZone = findTimeZone(readDimension(point['country']), point.coordinates);
    columns.classes[row] = this.#classes.numberOf(point, timeZone);
    this.#writeAddress(row, point, this.#classes.classes[columns.classes[row]]!.country);
  }

  #writeAddress(row: number, point: Point, country: string): void {
    const columns = this.#columns;
    const address = readAddress(point['address']);
    const written = readCity(address);
    const city = readLabel(this.#cityOfPoint(written, country, point.coordinates));
    columns.cities[row] = city === '' ? NO_PLACE_CODE : this.#places.codeOf('city', country, city);
    const writtenName = readLabel(written.name);
    if (city === '' || writtenName === '' || writtenName === city) this.#writtenCities.delete(row);
    else this.#writtenCities.set(row, writtenName);
    const postcode = readLabel(address['postalCode']);
    columns.postcodes[row] =
      postcode === '' ? NO_PLACE_CODE : this.#places.codeOf('postcode', country, postcode);
    const buildingNumber = readBuildingNumber(readLabel(address['buildingNumber']));
    const name = readOwnName({
      displayName: readLabel(point['displayName']),
      name: readLabel(point['name']),
      buildingNumber: readLabel(address['buildingNumber']),
    });
    columns.names[row] = name === '' ? NO_PLACE_CODE : this.#names.codeOf(name);
    const line = readStreet(readLabel(address['street']));
    columns.streets[row] = columns.houses[row] = NO_PLACE_CODE;
    if (line === '') return;
    const { street, house } = splitAddress({ street: line, houseNumber: buildingNumber }, '');
    columns.streets[row] = this.#streets.codeOf(street);
    if (house !== '') columns.houses[row] = this.#houses.codeOf(foldHouse(house));
  }

  /** Returns the columns of some rows, in their order. Labels may include some that only overwritten points had. */
  read(rows: Uint32Array) {
    const columns = mapColumns(this.#columns, (column) => pick(column, rows));
    /** Names that addresses use for cities that have another name in `placeLabels` (known-cities.ts), by their positions there. */
    const writtenCities = new Map<number, Set<string>>();
    for (const row of rows) {
      const name = this.#writtenCities.get(row);
      if (name === undefined) continue;
      const code = this.#columns.cities[row]!;
      writtenCities.set(code, (writtenCities.get(code) ?? new Set()).add(name));
    }
    return {
      ...columns,
      length: rows.length,
      classLabels: this.#classes.classes,
      placeLabels: this.#places.labels,
      streetLabels: this.#streets.labels,
      houseLabels: this.#houses.labels,
      nameLabels: this.#names.labels,
      writtenCities,
    };
  }
}

function makeColumns(capacity: number) {
  return {
    latitudes: new Float64Array(capacity),
    longitudes: new Float64Array(capacity),
    /** Positions in `classLabels`. */
    classes: new Uint32Array(capacity),
    /** The fields that each point has: bits of `FIELD_BITS`. */
    fieldBits: new Uint16Array(capacity),
    /** Positions in `placeLabels`, or `NO_PLACE`. */
    cities: new Uint32Array(capacity),
    postcodes: new Uint32Array(capacity),
    /** Positions in `streetLabels` and `houseLabels`, or `NO_PLACE`. */
    streets: new Uint32Array(capacity),
    houses: new Uint32Array(capacity),
    /** Positions in `nameLabels`, or `NO_PLACE`. */
    names: new Uint32Array(capacity),
    /** Position of the item's JSON text in the log. */
    offsets: new Float64Array(capacity),
    lengths: new Uint32Array(capacity),
  };
}

type Columns = ReturnType<typeof makeColumns>;
type Column = Columns[keyof Columns];

function mapColumns(columns: Columns, change: (column: Column) => Column): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, change(column)]),
  ) as Columns;
}

const makeLike = (column: Column, length: number) =>
  new (column.constructor as new (length: number) => Column)(length);

function enlarge(column: Column, capacity: number): Column {
  const larger = makeLike(column, capacity);
  larger.set(column);
  return larger;
}

function pick(column: Column, rows: Uint32Array): Column {
  const picked = makeLike(column, rows.length);
  rows.forEach((row, at) => (picked[at] = column[row]!));
  return picked;
}

/** Reads a point's address; empty if there is none. The platform promises neither an address nor any of its fields. */
function readAddress(address: unknown): Record<string, unknown> {
  return typeof address === 'object' && address !== null ? (address as Record<string, unknown>) : {};
}

/**
 * Reads a string that is used in a look-up table; whitespace and doubled apostrophes (`BOIS D''HAINE`) are normalised.
 * @returns '' (unknown) for anything but a string, and for very long ones
 */
function readLabel(value: unknown): string {
  if (typeof value !== 'string') return '';
  const label = value.replace(/''/g, "'").replace(/\s+/g, ' ').trim();
  return label.length <= MAX_LABEL_LENGTH ? label : '';
}

/** Numbers folded labels: equal labels get the same number; numbers are in the order of the texts, then of the countries. */
export function numberFolded(folded: readonly (readonly [country: string, folded: string])[]) {
  const codes = new LabelCodes<readonly [country: string, folded: string]>();
  const numbers = Uint32Array.from(folded, (label) => codes.codeOf(...label));
  const byText = Uint32Array.from(codes.labels.keys()).sort((a, b) =>
    compareLabels(codes.labels[a]!, codes.labels[b]!),
  );
  const ranks = new Uint32Array(byText.length);
  byText.forEach((code, rank) => (ranks[code] = rank));
  return {
    numbers: numbers.map((code) => ranks[code]!),
    labels: Array.from(byText, (code) => codes.labels[code]!),
  };
}

function compareLabels(a: readonly string[], b: readonly string[]): number {
  if (a[1] !== b[1]) return a[1]! < b[1]! ? -1 : 1;
  return a[0]! < b[0]! ? -1 : 1;
}
