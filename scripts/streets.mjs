/** `npm run streets -- FILE.pmtiles`: takes an archive of streets over into `published/streets`. */
import { spawnSync } from 'node:child_process';
import { readEnvironment } from './environment.mjs';
import { installPackages } from './packages.mjs';

installPackages();
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', 'streets/main.ts', ...process.argv.slice(2)],
  { env: readEnvironment(), stdio: 'inherit' },
);
process.exit(status ?? 1);
