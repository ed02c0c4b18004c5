/** Makes the tiles of the offline map (static/basemap) if their sources have changed. Needs no internet connection. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { giveUp } from './system.mjs';

const MAKER = 'scripts/basemap';
const STAMP = '.cache/basemap';
const MADE = ['static/basemap', 'src/lib/map/compiled/map-tiles.ts', STAMP];
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

const changedMs = Math.max(...sources.map((file) => statSync(file).mtimeMs));
if (!MADE.every((path) => existsSync(path)) || statSync(STAMP).mtimeMs < changedMs) {
  const maker = ['--import', 'tsx', `${MAKER}/build.ts`];
  const { status } = spawnSync(process.execPath, maker, { stdio: 'inherit' });
  if (status !== 0) giveUp('the offline map could not be made, see above.');
  mkdirSync('.cache', { recursive: true });
  writeFileSync(STAMP, '');
}
