import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { SnapshotManifest } from '#network/snapshot-format/manifest.ts';
import { decodeBlock } from '#network/snapshot-format/block-codec.ts';
import { decodeBlockTable } from '#network/snapshot-format/block-table.ts';
import { keysInSquare } from '#network/snapshot-format/morton.ts';
import type { PlaceRow } from '#network/snapshot-format/look-up-tables.ts';
import type { Report } from '../../publisher/report.ts';
import type { Item } from './made-up-platform.ts';

/** Reads a published folder as a browser would: the manifest, and every file it refers to. */
export function readPublished(folder: string) {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as SnapshotManifest;
  const version = join(folder, manifest.version);
  const readJson = (name: string): unknown => JSON.parse(readFileSync(join(version, name), 'utf8'));
  const readPages = (table: string, end = '.json') => {
    const pages: unknown[][] = [];
    while (existsSync(join(version, table, `${pages.length}${end}`))) {
      pages.push(readJson(`${table}/${pages.length}${end}`) as unknown[]);
    }
    return pages;
  };
  const blocks = decodeBlockTable(manifest.squares, readFileSync(join(version, 'table.bin'))).map(
    (block) => ({
      ...block,
      points: decodeBlock(readFileSync(join(version, `blocks/${block.index}.bin`)), {
        squareKey: block.key,
        keysInSquare: keysInSquare(block.level),
        count: block.count,
        facetCount: manifest.facets.length,
      }),
    }),
  );
  return {
    manifest,
    version,
    readJson,
    readPages,
    blocks,
    items: readPages('chunks').flat() as Item[],
    ids: readPages('ids').flat() as [string, number][],
    places: readPages('places').flat() as PlaceRow[],
    report: readJson('report.json') as Report,
  };
}

/** Folders of the versions in a published folder. */
export const versionsIn = (folder: string) =>
  readdirSync(folder).filter((name) => /^[0-9a-f]{16}$/.test(name));

/** Every published file below a folder, by name, with a hash of its content. */
export function readFiles(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.') && statSync(join(folder, name)).isFile())
    .sort();
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return new Map(names.map((name) => [name, hash(name)]));
}

/** Whether the compressed variants of a file have the file's content. */
export function isCompressedAlike(path: string): boolean {
  const plain = readFileSync(path);
  return (
    brotliDecompressSync(readFileSync(`${path}.br`)).equals(plain) &&
    gunzipSync(readFileSync(`${path}.gz`)).equals(plain)
  );
}
