import { PbfWriter } from 'pbf';

/** A tile, a run of equal ones, or a further directory (with a run of 0). */
export interface Entry {
  tile: number;
  run: number;
  offset: number;
  length: number;
}

/** Writes a directory (PMTiles specification 3.x, chapter 4), not yet packed. @param entries by ascending tile */
export function writeDirectory(entries: readonly Entry[]): Uint8Array {
  const writer = new PbfWriter();
  writer.writeVarint(entries.length);
  entries.forEach(({ tile }, index) => writer.writeVarint(tile - (entries[index - 1]?.tile ?? 0)));
  for (const { run } of entries) writer.writeVarint(run);
  for (const { length } of entries) writer.writeVarint(length);
  entries.forEach(({ offset }, index) => {
    const before = entries[index - 1];
    const follows = before !== undefined && before.offset + before.length === offset;
    writer.writeVarint(follows ? 0 : offset + 1);
  });
  return writer.finish();
}
