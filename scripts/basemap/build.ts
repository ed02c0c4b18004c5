/**
 * Writes the tiles of the offline map with compressed copies, and the kinds of all tiles. scripts/basemap.mjs runs it if they are
 * out of date. It compresses the tiles on every core, and once for all builds, because this takes longer than a build.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { makeTiles } from './make-tiles.ts';

const ROOT = join(import.meta.dirname, '../..');
const TILES = join(ROOT, 'static/basemap');
const KINDS = join(ROOT, 'src/lib/map/compiled/map-tiles.ts');

const { files, kinds } = makeTiles();
rmSync(TILES, { recursive: true, force: true });
await Promise.all(
  [...files].map(async ([name, content]) => {
    write(join(TILES, name), content);
    write(join(TILES, `${name}.br`), await promisify(brotliCompress)(content));
  }),
);
const levels = Object.entries(kinds).map(([level, runs]) => `  ${level}: '${runs}',\n`);
write(
  KINDS,
  `/** What each tile of a level is; src/lib/map/base-map-loader.ts reads it. Made by scripts/basemap. */\nexport const MAP_TILES = {\n${levels.join('')}};\n`,
);

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
