/** Writes the tiles of the offline map, and the kinds of all tiles. scripts/basemap.mjs runs it if they are out of date. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeTiles } from './make-tiles.ts';

const ROOT = join(import.meta.dirname, '../..');
const TILES = join(ROOT, 'static/basemap');
const KINDS = join(ROOT, 'src/lib/map/compiled/map-tiles.ts');

const { files, kinds } = makeTiles();
rmSync(TILES, { recursive: true, force: true });
for (const [name, content] of files) write(join(TILES, name), content);
const levels = Object.entries(kinds).map(([level, runs]) => `  ${level}: '${runs}',\n`);
write(
  KINDS,
  `/** What each tile of a level is; src/lib/map/base-map-loader.ts reads it. Made by scripts/basemap. */\nexport const MAP_TILES = {\n${levels.join('')}};\n`,
);

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
