import { setImmediate } from 'node:timers/promises';
import { readDimension } from '../src/lib/contract/read-known.ts';
import { readOwnName } from '../src/lib/contract/own-name.ts';
import { readPoint, type Point, type RejectedItem } from '#platform/point.ts';
import { foldHouse } from '../src/lib/contract/house-number.ts';
import { ClassNumbers } from '../src/lib/snapshot-format/class-numbers.ts';
import type { PlaceKind } from '../src/lib/snapshot-format/table-rows.ts';
import type { PageLog } from './page-log.ts';
import { readCity } from '../src/lib/contract/read-city.ts';
import { splitStreet } from '../src/lib/contract/split-street.ts';
import { readFieldBits } from './counted-fields.ts';
import { createCityOfPoint } from './city-of-point.ts';
import { readKnownCities } from './known-cities.ts';
import { findTimeZone } from './time-zones.ts';
import type { WalkOutcome } from './walk.ts';

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
export const NO_PLACE = 0xffff_ffff;

/** The properties of points that we keep in memory, one column each; items stay on disk. */
export type PointColumns = ReturnType<typeof createTable>['columns'];

/**
 * Reads the logged pages again, newest pass first, each pass in the order of the list. The first item with an id wins, except
 * that a valid item beats an invalid one of the same pass. So the result doesn't depend on the order in which pages arrived.
 * @param onItem called with each item of the newest pass
 */
export async function collectPoints(
  log: Pick<PageLog, 'readItems'>,
  { passes, gone }: Pick<WalkOutcome, 'passes' | 'gone'>,
  signal?: AbortSignal,
  onItem: (item: unknown) => void = () => undefined,
): Promise<PointColumns> {
  const table = createTable(passes.flat().reduce((sum, { items }) => sum + items, 0));
  const seen = new Set<string>();
  /** The pass (0 = newest) in which an id first came with an invalid item. */
  const invalid = new Map<string, number>();
  for (const [age, pages] of passes.entries()) {
    for (const page of pages.toSorted((a, b) => a.page - b.page)) {
      // Yield to the event loop, for signals and the terminal.
      await setImmediate();
      signal?.throwIfAborted();
      let listPosition = (page.page - 1) * page.perPage;
      for (const { item, offset, length } of log.readItems(page)) {
        listPosition++;
        if (age === 0) onItem(item);
        const reading = readPoint(item);
        const id = 'point' in reading ? reading.point.id : reading.rejected.id;
        if (id === null) {
          // Without an id we can't match it with its copy in an older pass.
          if (age === 0 && 'rejected' in reading) table.rejected(reading.rejected, listPosition);
          continue;
        }
        const isValid = 'point' in reading;
        if (seen.has(id) || (invalid.has(id) && !(isValid && invalid.get(id) === age))) {
          if (age === 0) table.columns.repeated++;
          continue;
        }
        if (isValid) seen.add(id);
        else invalid.set(id, age);
        if (gone.has(id)) continue;
        if ('point' in reading) table.add(reading.point, offset, length);
        else table.rejected(reading.rejected, listPosition);
      }
    }
  }
  return table.columns;
}

function createTable(capacity: number) {
  const classes = new ClassNumbers();
  const placeCodes = new LabelCodes<PlaceLabel>();
  const streetCodes = new LabelCodes<readonly [string]>();
  const houseCodes = new LabelCodes<readonly [string]>();
  const nameCodes = new LabelCodes<readonly [string]>();
  const cityOfPoint = createCityOfPoint(readKnownCities());
  const codes = () => new Uint32Array(capacity).fill(NO_PLACE);
  const columns = {
    length: 0,
    ids: [] as string[],
    latitudes: new Float64Array(capacity),
    longitudes: new Float64Array(capacity),
    /** Positions in `classLabels`. */
    classes: new Uint32Array(capacity),
    classLabels: classes.classes,
    /** The fields that each point has: bits of `FIELD_BITS`. */
    fieldBits: new Uint16Array(capacity),
    /** Positions in `placeLabels`, or `NO_PLACE`. */
    cities: codes(),
    postcodes: codes(),
    placeLabels: placeCodes.labels,
    /** What addresses call cities that have another name in `placeLabels` (city-of-point.ts), by their positions there. */
    writtenCities: new Map<number, Set<string>>(),
    /** Positions in `streetLabels` and `houseLabels`, or `NO_PLACE`. */
    streets: codes(),
    houses: codes(),
    streetLabels: streetCodes.labels,
    houseLabels: houseCodes.labels,
    /** Positions in `nameLabels`, or `NO_PLACE`. */
    names: codes(),
    nameLabels: nameCodes.labels,
    /** Position of the item's JSON text in the log. */
    offsets: new Float64Array(capacity),
    lengths: new Uint32Array(capacity),
    rejected: [] as RejectedItem[],
    /** Number of items of the newest pass whose id was seen before. */
    repeated: 0,
  };

  function addWritten(code: number, city: string, written: string) {
    if (written === '' || written === city) return;
    const names = columns.writtenCities.get(code) ?? new Set<string>();
    columns.writtenCities.set(code, names.add(written));
  }

  return {
    columns,
    /** @param listPosition the item's position in the list, from 1; identifies an item without an id */
    rejected(item: RejectedItem, listPosition: number) {
      const problem =
        item.id === null ? `${item.problem} (number ${listPosition} of the list)` : item.problem;
      columns.rejected.push({ ...item, problem });
    },
    add(point: Point, offset: number, length: number) {
      const row = columns.length++;
      columns.ids.push(point.id);
      columns.latitudes[row] = point.coordinates.latitude;
      columns.longitudes[row] = point.coordinates.longitude;
      columns.offsets[row] = offset;
      columns.lengths[row] = length;
      columns.fieldBits[row] = readFieldBits(point);
      const classNumber = classes.numberOf(
        point,
        findTimeZone(readDimension(point['country']), point.coordinates),
      );
      const { country } = classes.classes[classNumber]!;
      columns.classes[row] = classNumber;
      const address = readAddress(point['address']);
      const written = readCity(address);
      const city = readLabel(cityOfPoint(written, country, point.coordinates));
      const postcode = readLabel(address['postalCode']);
      if (city !== '') {
        const code = placeCodes.codeOf('city', country, city);
        columns.cities[row] = code;
        addWritten(code, city, readLabel(written.name));
      }
      if (postcode !== '') columns.postcodes[row] = placeCodes.codeOf('postcode', country, postcode);
      const buildingNumber = readLabel(address['buildingNumber']);
      const name = readOwnName({
        displayName: readLabel(point['displayName']),
        name: readLabel(point['name']),
        buildingNumber,
      });
      if (name !== '') columns.names[row] = nameCodes.codeOf(name);
      const line = readLabel(address['street']);
      if (line === '') return;
      const { street, house } = splitStreet(line, buildingNumber);
      columns.streets[row] = streetCodes.codeOf(street);
      if (house !== '') columns.houses[row] = houseCodes.codeOf(foldHouse(house));
    },
  };
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
