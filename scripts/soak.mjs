/** `npm run soak`: steady load on the function, on this machine alone: a minute of refusals, files, point checks, questions for the nearest, and files through nginx in front; `--quick`, `--only tokens|files|points|nearest|front`, `--network FOLDER`. Ends by itself. */
import { spawnSync } from 'node:child_process';
import { installPackages } from './packages.mjs';

installPackages();
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', 'tests/soak/main.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
