import type { PbfReader } from 'pbf';

/** Positions of one feature. */
export interface Geometry {
  /** x, y, x, y … in units of the layer's extent. */
  positions: Int32Array;
  /** For each line or ring, where it ends in `positions`; points are one part. Rings are closed without saying so. */
  ends: number[];
}

const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = 7;
/** Positions that a line and a ring have at least. */
const FEWEST = [0, 1, 2, 3];

/**
 * Reads a feature's commands (specification, chapter 4.3). Every turn takes a byte at least: a count that stands there is no reason to go on.
 * Positions are kept within a tile's side around the tile.
 * @param type 1 points, 2 lines, 3 polygons
 * @throws RangeError for a command that there isn't
 */
export function readGeometry(reader: PbfReader, end: number, type: number, extent: number): Geometry {
  // A position takes two bytes at least.
  const positions = new Int32Array(Math.max(0, end - reader.pos));
  const ends: number[] = [];
  const fewest = FEWEST[type]! * 2;
  let length = 0;
  let partStart = 0;
  let x = 0;
  let y = 0;

  function endPart(): void {
    if (length - partStart >= fewest) {
      if (length > partStart) ends.push(length);
    } else length = partStart;
    partStart = length;
  }

  while (reader.pos < end) {
    const command = reader.readVarint();
    const kind = command & 7;
    if (kind === CLOSE_PATH) continue;
    if (kind !== MOVE_TO && kind !== LINE_TO) throw new RangeError(`There is no command ${kind}.`);
    for (let count = command >>> 3; count > 0 && reader.pos < end; count--) {
      if (kind === MOVE_TO && type !== 1) endPart();
      x += reader.readSVarint();
      y += reader.readSVarint();
      // A command of one byte makes room for no position; a file that has more positions than bytes for them is none.
      if (length + 2 > positions.length) throw new RangeError('There are more positions than bytes.');
      positions[length++] = keepNear(x, extent);
      positions[length++] = keepNear(y, extent);
    }
  }
  endPart();
  return { positions: positions.slice(0, length), ends };
}

function keepNear(value: number, extent: number): number {
  return value < -extent ? -extent : value > 2 * extent ? 2 * extent : value;
}
