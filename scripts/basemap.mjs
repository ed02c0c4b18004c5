/** Makes the tiles of the offline map (static/basemap) if their sources have changed. Needs no internet connection. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { giveUp, isOutdated, runNode } from './system.mjs';

const MAKER = 'scripts/basemap';
const STAMP = '.cache/basemap';
const MADE = ['static/basemap', 'src/lib/map/compiled/map-tiles.ts'];
const SHARED = [
  'map/map-levels.ts',
  'map/map-tile.ts',
  'snapshot-format/mercator.ts',
  'vector-tile/write-vector-tile.ts',
];
const sources = [
  'package-lock.json',
  ...readdirSync(MAKER).map((name) => `${MAKER}/${name}`),
  ...SHARED.map((path) => `src/lib/${path}`),
];

if (!MADE.every((path) => existsSync(path)) || isOutdated(STAMP, sources)) {
  if (runNode(['--import', 'tsx', `${MAKER}/build.ts`]) !== 0)
    giveUp('the offline map could not be made, see above.');
  mkdirSync('.cache', { recursive: true });
  writeFileSync(STAMP, '');
}
