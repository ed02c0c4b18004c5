import { join } from 'node:path';
import { BASE_FOLDER } from '../platform-client/base-folder.ts';
import { readEnvironmentFile } from './release-folder.ts';

/** What a release can do. Each is loaded when it is asked for: the function needs nothing of the publisher's. */
const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  serve: () => import('./serve.ts'),
  snapshot: () => import('../publisher/main.ts'),
  contract: () => import('../publisher/contract/main.ts'),
  streets: () => import('../streets/main.ts'),
  doctor: () => import('./doctor/main.ts'),
  switch: () => import('./switch-over.ts'),
};

/** Command line of a release: `node droppoint.mjs PROGRAM …`. */
const [, , name = ''] = process.argv;
const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
if (program === undefined) {
  console.error(`Usage: node droppoint.mjs ${Object.keys(PROGRAMS).join('|')}`);
  process.exitCode = 1;
} else {
  // Each program reads its own parameters from where they are without a name in front.
  process.argv.splice(2, 1);
  // What the surroundings say wins, as with node --env-file.
  for (const [key, value] of Object.entries(readEnvironmentFile(join(BASE_FOLDER, '.env'))))
    process.env[key] ??= value;
  await program();
}
