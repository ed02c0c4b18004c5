/** Makes the tiles of the offline map (static/basemap) if their sources have changed. Needs no internet connection. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { giveUp, isOutdated, listFiles, runNode } from './system.mjs';

const MAKER = 'scripts/basemap';
const STAMP = '.cache/basemap';
const MADE = ['static/basemap', 'src/lib/map/compiled/map-tiles.ts'];
const sources = [
  'package-lock.json',
  'src/lib/map/map-levels.ts',
  'src/lib/map/map-tile.ts',
  'src/lib/map/tile-reader.ts',
  ...[MAKER, 'packages/network/snapshot-format', 'packages/network/vector-tile'].flatMap(listFiles),
];

if (!MADE.every((path) => existsSync(path)) || isOutdated(STAMP, sources)) {
  if (runNode(['--import', 'tsx', `${MAKER}/build.ts`]) !== 0)
    giveUp('making the offline map failed, see above.');
  mkdirSync('.cache', { recursive: true });
  writeFileSync(STAMP, '');
}
