import { VarintReader } from '../snapshot-format/varint.ts';

/**
 * A file of the offline base map, and how it is read. `scripts/basemap/encode.ts` writes it. All numbers are unsigned LEB128 varints; those
 * that can be negative are zigzag-coded. Positions are in steps of 2^stepBits Mercator units (see snapshot-format/mercator.ts), each told
 * as the difference to the one before.
 *
 *     version · stepBits · west · north · east · south (of the box, in steps, zigzag)
 *     number of rings, and for each: number of positions, positions (x, y)
 *     number of lines, and for each: number of positions, positions
 *     number of places, and for each: position, weight, length of the name in bytes, name in UTF-8
 *     number of countries, likewise; the name is an ISO 3166-1 code or, where there is none, an English name
 *     twice (files of land, files of places): number of files, and for each: column, row
 */
export const BASE_MAP_VERSION = 1;

/** The levels of the quad tree whose squares have a file each: 16 by 16 files of land, 64 by 64 of places. */
export const LAND_LEVEL = 4;
export const PLACES_LEVEL = 6;

/** Units. East and south belong to the box. */
export interface Box {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** A ring or a line: x and y in turn, in units, with the box around it. */
export interface Path {
  coordinates: Int32Array;
  box: Box;
}

export interface NamedPlace {
  x: number;
  y: number;
  name: string;
  /** A town's population in hundreds; a country's side in steps, were it a square. */
  weight: number;
}

export interface FileSquare {
  column: number;
  row: number;
}

export interface BaseMapFile {
  /** What paths were cut at: their outline along it is no coast. */
  box: Box;
  /** Land; rings inside others are holes (even-odd rule). */
  rings: Path[];
  /** Borders between countries. */
  lines: Path[];
  places: NamedPlace[];
  countries: NamedPlace[];
  landFiles: FileSquare[];
  placeFiles: FileSquare[];
}

/**
 * Reads a file, a path or a name at a step: the world at once would hold a cheap phone for a tenth of a second.
 * @throws RangeError when it ends too early or is of another version
 */
export function* readBaseMapFile(bytes: Uint8Array): Generator<void, BaseMapFile> {
  const reader = new BaseMapReader(bytes);
  const version = reader.read();
  if (version !== BASE_MAP_VERSION) throw new RangeError(`base map version ${version}`);
  const step = 2 ** reader.read();
  const signedUnits = () => reader.signed() * step;
  const box = { west: signedUnits(), north: signedUnits(), east: signedUnits(), south: signedUnits() };
  function* list<Item>(read: () => Item): Generator<void, Item[]> {
    const items: Item[] = [];
    for (let left = reader.read(); left > 0; left--) {
      items.push(read());
      yield;
    }
    return items;
  }
  let x = 0;
  let y = 0;
  const readPath = (): Path => {
    const coordinates = new Int32Array(reader.read() * 2);
    for (let at = 0; at < coordinates.length; at += 2) {
      coordinates[at] = x += signedUnits();
      coordinates[at + 1] = y += signedUnits();
    }
    return { coordinates, box: boxOf(coordinates) };
  };
  const readPlace = (): NamedPlace => {
    x += signedUnits();
    y += signedUnits();
    return { x, y, weight: reader.read(), name: reader.text() };
  };
  const readSquare = (): FileSquare => ({ column: reader.read(), row: reader.read() });
  return {
    box,
    rings: yield* list(readPath),
    lines: yield* list(readPath),
    places: yield* list(readPlace),
    countries: yield* list(readPlace),
    landFiles: yield* list(readSquare),
    placeFiles: yield* list(readSquare),
  };
}

/** The base map's numbers: zigzag-coded where they can be negative; and text with its length before it. */
class BaseMapReader extends VarintReader {
  readonly #decoder = new TextDecoder();

  signed(): number {
    const value = this.read();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(): string {
    const length = this.read();
    const start = this.position;
    this.position += length;
    if (this.position > this.bytes.length) throw new RangeError('the base map file ends too early');
    return this.#decoder.decode(this.bytes.subarray(start, this.position));
  }
}

function boxOf(coordinates: Int32Array): Box {
  const box = { west: Infinity, north: Infinity, east: -Infinity, south: -Infinity };
  for (let at = 0; at < coordinates.length; at += 2) {
    const x = coordinates[at]!;
    const y = coordinates[at + 1]!;
    if (x < box.west) box.west = x;
    if (x > box.east) box.east = x;
    if (y < box.north) box.north = y;
    if (y > box.south) box.south = y;
  }
  return box;
}
