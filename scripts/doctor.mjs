/** `npm run doctor`: examines settings, token, clock, build, network, streets and disk of this machine. A release has its own. */
import { spawnSync } from 'node:child_process';
import { readEnvironment } from './environment.mjs';
import { installPackages } from './packages.mjs';

installPackages();
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'release/doctor/main.ts'], {
  env: readEnvironment(),
  stdio: 'inherit',
});
process.exit(status ?? 1);
