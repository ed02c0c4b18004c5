import type { Point } from '#platform/point.ts';
import { ClassNumbers } from './snapshot-format/class-numbers.ts';
import type { StoredPoint } from './point-source.ts';

const FIRST_CAPACITY = 1024;
/** The column of classes has 16 bits; a feed with more classes is garbage. */
const MAX_CLASSES = 2 ** 16;

/**
 * Creates an empty table for the data of points, in order of arrival; the slot of a record never changes. Typed arrays that double when
 * they are full.
 */
export function createRecords() {
  const ids: string[] = [];
  let latitudes = new Float64Array(FIRST_CAPACITY);
  let longitudes = new Float64Array(FIRST_CAPACITY);
  let places = new Uint32Array(FIRST_CAPACITY);
  let numbers = new Uint16Array(FIRST_CAPACITY);
  const kinds = new ClassNumbers(MAX_CLASSES);

  function makeRoom(): void {
    if (ids.length < places.length) return;
    latitudes = doubled(latitudes, Float64Array);
    longitudes = doubled(longitudes, Float64Array);
    places = doubled(places, Uint32Array);
    numbers = doubled(numbers, Uint16Array);
  }

  return {
    /** Adds a record and returns its slot. */
    add(point: Point, place: number): number {
      makeRoom();
      const slot = ids.push(point.id) - 1;
      latitudes[slot] = point.coordinates.latitude;
      longitudes[slot] = point.coordinates.longitude;
      places[slot] = place;
      numbers[slot] = kinds.numberOf(point);
      return slot;
    },
    read: (slot: number): StoredPoint => ({
      id: ids[slot]!,
      latitude: latitudes[slot]!,
      longitude: longitudes[slot]!,
      type: kinds.classes[numbers[slot]!]!.type,
      place: places[slot]!,
    }),
    /** Index of a record's class in `classes`. */
    classOf: (slot: number) => numbers[slot]!,
    /** The classes of all records ever added. */
    classes: kinds.classes,
  };
}

function doubled<Column extends { length: number; set(from: Column): void }>(
  column: Column,
  Kind: new (length: number) => Column,
): Column {
  const larger = new Kind(column.length * 2);
  larger.set(column);
  return larger;
}
