import { readVarint } from 'pmtiles';

/** A directory of a PMTiles archive, as columns: tiles or leaf directories in ascending order of tile id. */
export interface Directory {
  tiles: Float64Array;
  /** Run length: number of consecutive tiles with the same content; 0 for a leaf directory. */
  runs: Uint32Array;
  lengths: Uint32Array;
  offsets: Float64Array;
}

/** Memory of a directory per entry, in bytes. */
export const ENTRY_BYTES = 24;
/** Four varints of at least one byte each. */
const FEWEST_ENTRY_BYTES = 4;

/** Thrown for an archive that is damaged or can't be read. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/**
 * Reads a decompressed directory (PMTiles specification 3.x, chapter 4). Time and memory are bounded by its length.
 * @throws ArchiveError
 */
export function readDirectory(bytes: Uint8Array): Directory {
  const at = { buf: bytes, pos: 0 };
  const next = () => {
    if (at.pos >= bytes.length) throw new ArchiveError('A directory ends too early.');
    try {
      return readVarint(at);
    } catch (cause) {
      throw new ArchiveError('A directory contains an invalid number.', { cause });
    }
  };
  const count = next();
  if (count * FEWEST_ENTRY_BYTES > bytes.length)
    throw new ArchiveError('A directory declares more entries than it contains.');
  const tiles = new Float64Array(count);
  const runs = new Uint32Array(count);
  const lengths = new Uint32Array(count);
  const offsets = new Float64Array(count);
  for (let entry = 0, tile = 0; entry < count; entry++) {
    const step = next();
    if (entry > 0 && step === 0) throw new ArchiveError('A directory lists a tile twice.');
    tiles[entry] = tile += step;
  }
  for (let entry = 0; entry < count; entry++) runs[entry] = next();
  for (let entry = 0; entry < count; entry++) lengths[entry] = next();
  for (let entry = 0; entry < count; entry++) {
    const offset = next();
    if (offset === 0 && entry === 0)
      throw new ArchiveError("A directory's first entry refers to a previous one.");
    offsets[entry] = offset > 0 ? offset - 1 : offsets[entry - 1]! + lengths[entry - 1]!;
  }
  return { tiles, runs, lengths, offsets };
}

/** Index of the entry of a tile, or of the leaf directory that contains it; -1 if there is none. */
export function findEntry({ tiles, runs }: Directory, tile: number): number {
  let low = 0;
  let high = tiles.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (tiles[middle]! <= tile) low = middle + 1;
    else high = middle;
  }
  const entry = low - 1;
  if (entry < 0) return -1;
  return runs[entry] === 0 || tile - tiles[entry]! < runs[entry]! ? entry : -1;
}
