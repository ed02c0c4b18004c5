import type { PointClass } from './snapshot-format/point-classes.ts';
import { decodeBlock } from './snapshot-format/block-codec.ts';
import { createBlockLoader, type BlockLoader } from './block-loader.ts';
import { type PointTest, rowsOfBlock } from './block-rows.ts';
import type { Block } from './snapshot-format/block-table.ts';
import type { CellRows } from './cells.ts';
import { blockFile } from './snapshot-format/layout.ts';
import { latitudeAt, longitudeAt } from './snapshot-format/mercator.ts';
import { keysInSquare, keyX, keyY } from './snapshot-format/morton.ts';
import type { StoredPoint } from './point-source.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

export interface LoadedBlock {
  readonly ids: readonly string[];
  readonly read: (slot: number) => StoredPoint;
  /** The points that match a filter; caches the result for the last filter. */
  rowsFor(test: PointTest | null): CellRows;
}

export function createSnapshotBlocks(
  files: SnapshotFiles,
  blocks: readonly Block[],
  classes: readonly PointClass[],
  dependencies: { onchange: () => void; now: () => number; wait: (milliseconds: number) => Promise<void> },
): BlockLoader<LoadedBlock> {
  return createBlockLoader<LoadedBlock>({
    ...dependencies,
    async read(index, retried, signal) {
      // The browser may have cached a truncated copy.
      const cache = retried?.code === 'malformed' ? ({ cache: 'reload' } as const) : {};
      const bytes = await files.readBytes(blockFile(index), { signal, ...cache });
      return makeLoaded(bytes, blocks[index]!, classes);
    },
  });
}

function makeLoaded(bytes: Uint8Array, block: Block, classes: readonly PointClass[]): LoadedBlock {
  const points = decodeBlock(bytes, {
    squareKey: block.key,
    keysInSquare: keysInSquare(block.level),
    count: block.count,
    facetCount: classes.length,
  });
  // Parse now, so that a block with broken ids is rejected as a whole, and nothing fails while the map is drawn.
  const ids = points.readIds();
  /** Positions are the middle of their unit, at most half a metre off. */
  const read = (slot: number): StoredPoint => {
    const key = points.keys[slot]!;
    const { type, timeZone } = classes[points.facets[slot]!]!;
    return {
      id: ids[slot]!,
      latitude: latitudeAt(keyY(key) + 0.5),
      longitude: longitudeAt(keyX(key) + 0.5),
      type,
      place: block.start + slot,
      ...(timeZone && { timeZone }),
    };
  };
  const all = rowsOfBlock(points, read, null);
  let filtered: { test: PointTest; rows: CellRows } | null = null;
  return {
    ids,
    read,
    rowsFor(test) {
      if (test === null) return all;
      if (filtered?.test !== test) filtered = { test, rows: rowsOfBlock(points, read, test) };
      return filtered.rows;
    },
  };
}
