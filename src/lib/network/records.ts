import type { Point } from '../contract/point.ts';
import type { StoredPoint } from './point-source.ts';

/** What is known of each point, in the order they came; a record keeps its slot for ever. */
export interface Records {
  /** Writes a record and gives its slot. */
  add: (point: Point, place: number) => number;
  read: (slot: number) => StoredPoint;
}

const FIRST_CAPACITY = 1024;
/** A column of types holds 16 bits; a feed with more kinds than that is garbage, and the rest counts as unknown. */
const MAX_TYPES = 2 ** 16;

/** Makes an empty table of records: typed columns that double when they are full, and a code for each type met. */
export function createRecords(): Records {
  const ids: string[] = [];
  let latitudes = new Float64Array(FIRST_CAPACITY);
  let longitudes = new Float64Array(FIRST_CAPACITY);
  let places = new Uint32Array(FIRST_CAPACITY);
  let typeCodes = new Uint16Array(FIRST_CAPACITY);
  // `type` is an open enum: its values are known only as they come. Code 0 is "not known".
  const types = [''];
  const codeOfType = new Map([['', 0]]);

  function makeRoom(): void {
    if (ids.length < places.length) return;
    latitudes = doubled(latitudes, Float64Array);
    longitudes = doubled(longitudes, Float64Array);
    places = doubled(places, Uint32Array);
    typeCodes = doubled(typeCodes, Uint16Array);
  }

  function codeOf(type: unknown): number {
    if (typeof type !== 'string') return 0;
    const known = codeOfType.get(type);
    if (known !== undefined) return known;
    if (types.length === MAX_TYPES) return 0;
    codeOfType.set(type, types.length);
    return types.push(type) - 1;
  }

  return {
    add(point, place) {
      makeRoom();
      const slot = ids.push(point.id) - 1;
      latitudes[slot] = point.coordinates.latitude;
      longitudes[slot] = point.coordinates.longitude;
      places[slot] = place;
      typeCodes[slot] = codeOf(point['type']);
      return slot;
    },
    read: (slot) => ({
      id: ids[slot]!,
      latitude: latitudes[slot]!,
      longitude: longitudes[slot]!,
      type: types[typeCodes[slot]!]!,
      place: places[slot]!,
    }),
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
