import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { decodeBlock } from '#network/snapshot-format/block-codec.ts';
import { decodeBlockTable } from '#network/snapshot-format/block-table.ts';
import { tableIndexFile, tablePageFile } from '#network/snapshot-format/look-up-tables.ts';
import { BLOCK_TABLE, blockFile, chunkFile, MANIFEST } from '#network/snapshot-format/layout.ts';
import { isManifest } from '#network/snapshot-format/manifest.ts';
import { keysInSquare } from '#network/snapshot-format/morton.ts';
import { readClasses, type PointClass } from '#network/snapshot-format/point-classes.ts';

/** The points of the current version, for comparison: ten bytes each in memory, the rest stays on disk. */
export interface PublishedPoints {
  /** Morton keys, by ordinal. */
  keys: Float64Array;
  /** Positions in `classes`, by ordinal. */
  facets: Uint16Array;
  classes: readonly PointClass[];
  /** Ids and ordinals, sorted by id (by code unit). */
  listIds(): Generator<readonly [id: string, ordinal: number]>;
  /** Reads the platform's item of the point with an ordinal. */
  readItem(ordinal: number): unknown;
}

const idRowsSchema = z.array(z.tuple([z.string(), z.int().check(z.gte(0))]));

/**
 * Reads the published points.
 * @throws if a file is missing or damaged
 */
export function readPublishedPoints(folder: string): PublishedPoints {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
  if (!isManifest(manifest))
    throw new Error(`${join(folder, MANIFEST)} is not a manifest. Publish the network again.`);
  const read = (name: string) => readFileSync(join(folder, manifest.version, name));
  const readJson = (name: string): unknown => JSON.parse(read(name).toString());
  const keys = new Float64Array(manifest.count);
  const facets = new Uint16Array(manifest.count);
  let start = 0;
  for (const { index, key, level, count } of decodeBlockTable(manifest.squares, read(BLOCK_TABLE))) {
    const block = decodeBlock(read(blockFile(index)), {
      squareKey: key,
      keysInSquare: keysInSquare(level),
      count,
      facetCount: manifest.facets.length,
    });
    keys.set(block.keys, start);
    facets.set(block.facets, start);
    start += count;
  }
  let chunk: { number: number; items: readonly unknown[] } | null = null;
  return {
    keys,
    facets,
    classes: readClasses(manifest),
    *listIds() {
      const pages = z.parse(z.array(z.string()), readJson(tableIndexFile('ids'))).length;
      for (let page = 0; page < pages; page++)
        yield* z.parse(idRowsSchema, readJson(tablePageFile('ids', page)));
    },
    readItem(ordinal) {
      const number = Math.floor(ordinal / manifest.chunkSize);
      if (chunk?.number !== number) chunk = { number, items: readJson(chunkFile(number)) as unknown[] };
      return chunk.items[ordinal % manifest.chunkSize];
    },
  };
}
