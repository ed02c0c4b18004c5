import type { PbfReader } from 'pbf';

/** Positions of one feature. */
export interface Geometry {
  /** x and y alternating, in units of the layer's extent. */
  positions: Int32Array;
  /** The end of each line or ring in `positions`; points are one part. A ring doesn't repeat its first position. */
  ends: number[];
}

export const MOVE_TO = 1;
export const LINE_TO = 2;
export const CLOSE_PATH = 7;
/** Minimum number of positions by type. */
const FEWEST = [0, 1, 2, 3];

/**
 * Reads a feature's commands (Mapbox Vector Tile specification, chapter 4.3). The number of bytes bounds
 * the work, whatever counts the commands contain. Positions are clamped to one tile's side around the tile.
 * @param type 1 for points, 2 for lines, 3 for polygons
 * @throws RangeError for an unknown command
 */
export function readGeometry(reader: PbfReader, end: number, type: number, extent: number): Geometry {
  // A position has at least two bytes. Only the last may extend past `end`; the command's byte leaves room
  // for it.
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
    if (kind !== MOVE_TO && kind !== LINE_TO) throw new RangeError(`Unknown command ${kind}.`);
    for (let count = command >>> 3; count > 0 && reader.pos < end; count--) {
      if (kind === MOVE_TO && type !== 1) endPart();
      x += reader.readSVarint();
      y += reader.readSVarint();
      positions[length++] = clampToNeighbours(x, extent);
      positions[length++] = clampToNeighbours(y, extent);
    }
  }
  endPart();
  return { positions: positions.slice(0, length), ends };
}

function clampToNeighbours(value: number, extent: number): number {
  return value < -extent ? -extent : value > 2 * extent ? 2 * extent : value;
}
