import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { makeTiles } from '../../../scripts/basemap/make-tiles.ts';
import { TILES_FOLDER } from './read-tile.ts';

it('the tiles of the offline map are built reproducibly, each with a compressed copy', () => {
  const { files } = makeTiles();
  const existing = readdirSync(TILES_FOLDER, { recursive: true, encoding: 'utf8' })
    .map((name) => join(TILES_FOLDER, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => relative(TILES_FOLDER, path));
  const names = [...files.keys()];
  expect(existing.sort()).toEqual([...names, ...names.map((name) => `${name}.br`)].sort());
  for (const [name, bytes] of files) {
    const file = readFileSync(join(TILES_FOLDER, name));
    const copy = brotliDecompressSync(readFileSync(join(TILES_FOLDER, `${name}.br`)));
    expect([file.equals(bytes), copy.equals(bytes)], name).toEqual([true, true]);
  }
});
