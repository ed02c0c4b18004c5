/** `npm run simulate`: what a million shoppers an hour and ten million points need, from what `npm run bench` and `npm run soak` measured here; what is missing is measured first. `--shoppersAnHour 50000 --points 153600 …`. */
import { spawnSync } from 'node:child_process';
import { installPackages } from './packages.mjs';

installPackages();
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', 'tests/simulate/main.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
