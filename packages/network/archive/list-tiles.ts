import { zxyToTileId } from 'pmtiles';
import { ArchiveError, type Directory } from './directory.ts';
import { readLeaf, type ArchiveHead, type ByteRange, type ReadRange } from './open-archive.ts';

/** Entry of a directory: a tile, a run of equal tiles with consecutive ids, or a leaf directory (run 0). */
export interface ArchiveEntry extends ByteRange {
  tile: number;
  run: number;
}

const DEEPEST = 4;

/**
 * Iterates over the tiles of a range of zooms in ascending order of tile id. Leaf directories are read one at a time.
 * @returns entries of tiles; their offsets are from the beginning of the file
 * @throws ArchiveError if the ids of the tiles don't ascend, or the directories are nested too deeply
 */
export async function* listTiles(
  { header, root }: ArchiveHead,
  read: ReadRange,
  minZoom: number,
  maxZoom: number,
): AsyncGenerator<ArchiveEntry> {
  const first = zxyToTileId(minZoom, 0, 0);
  const end = zxyToTileId(maxZoom + 1, 0, 0);
  let reached = first;

  async function* walk(directory: Directory, before: number, depth: number): AsyncGenerator<ArchiveEntry> {
    if (depth > DEEPEST) throw new ArchiveError('Its directories are nested too deeply.');
    const { tiles, runs, lengths, offsets } = directory;
    for (let entry = 0; entry < tiles.length; entry++) {
      const tile = tiles[entry]!;
      const next = tiles[entry + 1] ?? before;
      if (tile >= end) return;
      const run = runs[entry]!;
      if (run === 0) {
        if (next > first)
          yield* walk(await readLeaf(read, header, offsets[entry]!, lengths[entry]!), next, depth + 1);
        continue;
      }
      const from = Math.max(tile, first);
      const to = Math.min(tile + run, end);
      if (to <= from) continue;
      if (from < reached) throw new ArchiveError("Its tile ids aren't in ascending order.");
      reached = to;
      yield {
        tile: from,
        run: to - from,
        offset: header.tileDataOffset + offsets[entry]!,
        length: lengths[entry]!,
      };
    }
  }
  yield* walk(root, Infinity, 0);
}
